/** Who made our devices, as Home Assistant lists them: by it they are known again. */
export const MANUFACTURER = 'Jarvis for Node-RED';

/** True for a device of Home Assistant's registry that is a room of ours, or the assistant: nothing in it is to be commanded by voice. */
export function isOurDevice(device: { manufacturer?: string | null | undefined }): boolean {
  return device.manufacturer === MANUFACTURER;
}
