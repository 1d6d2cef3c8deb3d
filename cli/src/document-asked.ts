import { createInterface } from 'node:readline'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { refuse } from './terminal.ts'

/** The document that `--document` names; `-` reads it from standard input, where no other user of the machine sees it. */
export async function documentAsked(option: string): Promise<DocumentNumber> {
  const parsed = parseDocument(option === '-' ? await firstLine(process.stdin) : option)
  if (parsed.kind === 'document') return parsed.document
  return refuse(
    {
      pt: '--document não é um CPF nem um CNPJ válido.',
      en: '--document is not a valid CPF or CNPJ.',
    },
    'document_invalid',
  )
}

async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  for await (const line of createInterface({ input })) return line
  return ''
}
