import type { Entity } from './types.js';

/** Whether a device has one of Home Assistant's `supported_features`; a device that tells none has it. */
export function hasFeature({ attributes }: Entity, feature: number): boolean {
  const { supported_features: features } = attributes;
  return typeof features !== 'number' || (features & feature) !== 0;
}
