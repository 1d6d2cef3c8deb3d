/**
 * What the colours of a document mean, whatever shows or prints them: sRGB (IEC 61966-2-1) as an ICC profile of
 * version 4.2 (ISO 15076-1). It is put together here from the published figures, so that no file of unclear licence
 * is shipped: three primaries, one curve, and the way from sRGB's white (D65) to that of profiles (D50).
 */
export function srgbProfile(): Buffer {
  const curve = parametricCurve([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', multiLocalizedText('sRGB')],
    ['cprt', multiLocalizedText('No copyright, use freely')],
    ['wtpt', xyz(d50)],
    ['chad', tagData('sf32', d65ToD50.map(fixed))],
    ['rXYZ', xyz([0.4360747, 0.2225045, 0.0139322])],
    ['gXYZ', xyz([0.3850649, 0.7168786, 0.0971045])],
    ['bXYZ', xyz([0.1430804, 0.0606169, 0.7141733])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  return profileOf(tags)
}

const d50 = [0.9642, 1, 0.8249] as const

/** Bradford's matrix, row by row. */
const d65ToD50: readonly number[] = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
]

/** The head, how many parts there are and where, and the parts, each at a multiple of four. */
function profileOf(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = [...new Set(tags.map(([, data]) => data))]
  const tableBytes = 4 + tags.length * 12
  const offsets = new Map<Buffer, number>()
  let length = headBytes + tableBytes
  for (const part of parts) {
    offsets.set(part, length)
    length += part.length
  }
  const entries = tags.map(([name, data]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), uint32(offsets.get(data) ?? 0), uint32(data.length)]),
  )
  return Buffer.concat([profileHead(length), uint32(tags.length), ...entries, ...parts])
}

const headBytes = 128

/** A display's profile of RGB over XYZ; what is nought has no meaning here, or its usual one. */
function profileHead(length: number): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(length, 0)
  head.writeUInt32BE(0x04200000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  // No clock is asked, so that every build gives the same bytes: the day sRGB was published.
  for (const [at, part] of [1999, 10, 18, 0, 0, 0].entries()) head.writeUInt16BE(part, 24 + at * 2)
  head.write('acsp', 36, 'latin1')
  Buffer.concat(d50.map(fixed)).copy(head, 68)
  return head
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A number in sixteen bits before the point and sixteen after. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

const tagData = (type: string, parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts])

const xyz = (values: readonly number[]): Buffer => tagData('XYZ ', values.map(fixed))

/** Kind 3: Y = (aX + b)^g from d on, and cX before it. */
const parametricCurve = (figures: readonly number[]): Buffer =>
  tagData('para', [Buffer.from([0, 3, 0, 0]), ...figures.map(fixed)])

/** One text, in English, whose letters begin at byte 28. */
function multiLocalizedText(text: string): Buffer {
  const letters = Buffer.from(text, 'utf16le').swap16()
  const padding = Buffer.alloc((4 - (letters.length % 4)) % 4)
  const record = [uint32(1), uint32(12), Buffer.from('enUS', 'latin1'), uint32(letters.length), uint32(28)]
  return tagData('mluc', [...record, letters, padding])
}
