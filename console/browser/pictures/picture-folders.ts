import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { palettePicture } from './palette-picture.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Everything, to be looked at; git does not keep it. */
export const pictureFolder = join(root, 'pictures')

/** What the guide and the README show. */
export const shownFolder = join(root, 'docs/pictures')

/** Larger ones would make every clone slow for a look at them. */
const pictureBytesMax = 120 * 1024

/** Puts a picture where the guide finds it, in as few bytes as it takes. */
export function keepShown(name: string, png: Buffer): void {
  const file = join(shownFolder, `${name}.png`)
  writeFileSync(file, palettePicture(png))
  const { size } = statSync(file)
  if (size > pictureBytesMax) throw new Error(`${name} has ${size} bytes, and may have ${pictureBytesMax}`)
}
