import type { Clock } from '@lastro/service/clock.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Finding } from './finding.ts'

/** What is signed and dated with another time than that of the world is refused by others, or worthless in court. */
const skewMaxMs = 2_000

/** No clock of the world is asked: it is held against the trail, whose newest record lies in the past. */
export async function lookAtClock(store: Pick<Store, 'trail'>, clock: Clock): Promise<readonly Finding[]> {
  const newest = await Promise.all([store.trail.lastAtMs('production'), store.trail.lastAtMs('sandbox')])
  const aheadMs = Math.max(...newest.map((atMs) => (atMs ?? 0) - clock.nowMs()))
  if (aheadMs > skewMaxMs) return [behindTrail(aheadMs)]
  const text = {
    pt: `O relógio diz ${new Date(clock.nowMs()).toISOString()}.`,
    en: `The clock says ${new Date(clock.nowMs()).toISOString()}.`,
  }
  return [{ of: 'clock', state: 'well', text }]
}

const seconds = (ms: number): number => Math.round(ms / 1_000)

const behindTrail = (aheadMs: number): Finding => ({
  of: 'clock',
  state: 'mend',
  text: {
    pt: `A trilha tem um registro de daqui a ${seconds(aheadMs)} s: o relógio atrasou, ou outro serviço está adiantado. Acerte-os por NTP.`,
    en: `The trail has a record from ${seconds(aheadMs)} s ahead: the clock went back, or another service is ahead. Set them by NTP.`,
  },
})
