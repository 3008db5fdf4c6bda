import { statfs } from 'node:fs/promises';
import { uptime } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import si from 'systeminformation';
import type { Part, Reading, ReadingJob } from './reading.js';

const { parts, folder } = workerData as ReadingJob;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const MEGABYTE = 1024 * 1024;

const READ: Record<Part, () => Promise<Reading>> = {
  async load() {
    const { currentLoad } = await si.currentLoad();
    return isNumber(currentLoad) ? { load: currentLoad } : {};
  },
  async memory() {
    const { available, total } = await si.mem();
    return total > 0 ? { memory: { free: available, total } } : {};
  },
  async disk() {
    // The library's own list asks `df`, which hangs with any network disk that does.
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks > 0 ? { disk: { free: bavail * bsize, total: blocks * bsize } } : {};
  },
  async temperature() {
    const { main } = await si.cpuTemperature();
    return isNumber(main) && main > 0 ? { temperature: main } : {};
  },
  async gpu() {
    const { controllers } = await si.graphics();
    const told = controllers.find(({ utilizationGpu, temperatureGpu }) => isNumber(utilizationGpu ?? temperatureGpu));
    if (!told) return {};
    const { model, utilizationGpu, temperatureGpu, memoryFree, memoryTotal } = told;
    const gpu = {
      name: model,
      ...(isNumber(utilizationGpu) && { load: utilizationGpu }),
      ...(isNumber(temperatureGpu) && { temperature: temperatureGpu }),
      ...(isNumber(memoryFree) &&
        isNumber(memoryTotal) && { memory: { free: memoryFree * MEGABYTE, total: memoryTotal * MEGABYTE } }),
    };
    return { gpu };
  },
  async battery() {
    const { hasBattery, percent, isCharging } = await si.battery();
    return hasBattery && isNumber(percent) ? { battery: { percent, charging: isCharging } } : {};
  },
  uptime: async () => ({ uptime: uptime() }),
};

/** One after the other, so that the load is not that of reading; what is read is told at once. */
async function readAll(): Promise<void> {
  for (const part of parts) parentPort?.postMessage(await READ[part]().catch(() => ({})));
}
void readAll();
