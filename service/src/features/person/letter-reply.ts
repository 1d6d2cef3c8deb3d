import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import type { Reply } from '../../http/reply.ts'
import { fileLetter } from './file-letter.ts'

/** A letter goes to the person, in Portuguese whoever asks for it: its file is collected in it. */
export const letterLanguage = 'pt'

/** The letter as it is downloaded. Its name is that of the request: it says nothing of anybody. */
export const letterReply = async (file: PersonFile, contact: string | undefined): Promise<Reply> => ({
  status: 200,
  contentType: 'application/pdf',
  body: '',
  bytes: await fileLetter(file, contact),
  headers: { 'Content-Disposition': `attachment; filename="arquivo-${file.access.requestId}.pdf"` },
})
