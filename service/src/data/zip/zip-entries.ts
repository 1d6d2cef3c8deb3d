import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openPromise } from 'yauzl'
import { DataFault } from '../data-fault.ts'

/** A file inside a zip: all that it takes to read it, so that any thread can. */
export type ZipEntry = {
  readonly path: string
  readonly zip: string
  readonly name: string
  /** Where its bytes begin in the zip. */
  readonly dataStart: number
  readonly compressedBytes: number
  readonly sizeBytes: number
  readonly crc32: number
  readonly isDeflated: boolean
  /** Of the zip: another download is another file. */
  readonly modifiedAtMs: number
}

/** Deflate makes at most 1,032 of one; the publishers' files make 4 to 20. */
const ratioMax = 200

/** A small file of blanks is no bomb. */
const ratioFromBytes = 64 * 1024 * 1024

/** The largest of the publishers' inner files has 5 GB. */
const sizeBytesMax = 64 * 1024 ** 3

const entryCountMax = 1_000

/** The files of a zip, looked up without unpacking anything. */
export async function zipEntries(path: string): Promise<readonly ZipEntry[]> {
  const zip = basename(path)
  const { mtimeMs } = await stat(path)
  const file = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) =>
    unreadable(zip, error),
  )
  try {
    if (file.entryCount > entryCountMax) throw tooLarge(zip)
    const found: ZipEntry[] = []
    for await (const entry of file.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted() || ![stored, deflated].includes(entry.compressionMethod)) throw foreign(zip)
      const { compressedSize, uncompressedSize } = entry
      if (isTooLarge(compressedSize, uncompressedSize)) throw tooLarge(zip)
      const { fileDataStart } = await file.readLocalFileHeaderPromise(entry, { minimal: true })
      found.push({
        path,
        zip,
        name: entry.fileName,
        dataStart: fileDataStart,
        compressedBytes: compressedSize,
        sizeBytes: uncompressedSize,
        crc32: entry.crc32,
        isDeflated: entry.compressionMethod === deflated,
        modifiedAtMs: Math.floor(mtimeMs),
      })
    }
    return found
  } catch (error) {
    return unreadable(zip, error)
  } finally {
    file.close()
  }
}

const stored = 0
const deflated = 8

const isTooLarge = (compressed: number, size: number): boolean =>
  size > sizeBytesMax || (size > ratioFromBytes && size > ratioMax * Math.max(compressed, 1))

/** What the reader of zips says, in a sentence. It refuses names that climb out of the zip by itself. */
function unreadable(zip: string, error: unknown): never {
  if (error instanceof DataFault) throw error
  const said = error instanceof Error ? error.message : ''
  if (/absolute path|relative path|invalid characters in fileName/.test(said)) {
    throw new DataFault({
      pt: `${zip} tem um caminho que sai do zip. Não é um arquivo do publicador: apague-o e baixe de novo.`,
      en: `${zip} has a path that climbs out of the zip. It is not the publisher's: delete it and download it again.`,
    })
  }
  throw truncated(zip)
}

/** Also for bytes that end too early, or whose checksum is another. */
export const truncated = (zip: string): DataFault =>
  new DataFault({
    pt: `${zip} está cortado ou danificado. Apague-o e baixe de novo.`,
    en: `${zip} is cut short or damaged. Delete it and download it again.`,
  })

const foreign = (zip: string): DataFault =>
  new DataFault({
    pt: `${zip} está cifrado, ou comprimido de um modo que não lemos. Baixe o do publicador.`,
    en: `${zip} is encrypted, or compressed in a way that we do not read. Download the publisher's.`,
  })

export const tooLarge = (zip: string): DataFault =>
  new DataFault({
    pt: `${zip} se expande além do que qualquer arquivo do publicador precisa. Não foi lido: apague-o.`,
    en: `${zip} expands beyond what any file of the publisher needs. It was not read: delete it.`,
  })
