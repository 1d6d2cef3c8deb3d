import { readFileSync } from 'node:fs'

const clockTicksPerSecond = 100

/** Time that all processors of the machine have been busy, whoever with, and not waiting for a disk. */
export function machineMicros(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 200)
    .split(/\s+/, 8)
    .map(Number)
  return ((user + nice + system + irq + softIrq) * 1_000_000) / clockTicksPerSecond
}
