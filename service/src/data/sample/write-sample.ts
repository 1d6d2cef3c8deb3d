import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSet, Sample, SampleRequest } from '../data-set.ts'
import { writeZip } from '../zip/write-zip.ts'

export type WrittenSample = {
  readonly zips: number
  readonly rows: number
  readonly lies: Sample['lies']
  readonly example?: Sample['example']
}

/** Writes zips of invented data, as the publisher would. */
export async function writeSample(
  dataSet: DataSet,
  request: SampleRequest,
  to: string,
): Promise<WrittenSample> {
  mkdirSync(to, { recursive: true })
  const sample = dataSet.sample(request)
  let [zips, rows] = [0, 0]
  for (const zip of sample.zips) {
    rows += await writeZip(join(to, zip.name), zip)
    zips++
  }
  const { lies, example } = sample
  return { zips, rows, lies, ...(example && { example }) }
}
