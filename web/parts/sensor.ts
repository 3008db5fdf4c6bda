import { html } from 'lit';
import { Device } from './device.js';
import { type IconName, icon } from './icons.js';
import { readingOf } from './values.js';

const ICONS = new Map<string, IconName>(
  Object.entries({
    temperature: 'temperature',
    humidity: 'humidity',
    moisture: 'humidity',
    power: 'power',
    energy: 'power',
    current: 'power',
    voltage: 'power',
    battery: 'battery',
    illuminance: 'light',
    motion: 'motion',
    occupancy: 'motion',
    presence: 'person',
    door: 'door',
    window: 'door',
    opening: 'door',
    garage_door: 'door',
  } as const),
);

/** A sensor, or anything else that can only be read: one line with its value. */
export class Sensor extends Device {
  protected override render() {
    const { entity } = this;
    return html`
      <div class="reading">
        ${icon(ICONS.get(this.text('device_class')) ?? 'gauge')}
        <span class="reading-name">${entity.name}</span>
        <span class="reading-value">${readingOf(this.language, entity)}</span>
      </div>
    `;
  }
}

customElements.define('jarvis-sensor', Sensor);
