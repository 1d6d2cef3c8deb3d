import type { Statement } from '@lastro/contract/clients/statement.ts'
import { type Reply, success } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'
import { statementPdf } from './statement-pdf.ts'

const pdf = 'application/pdf'

/** What a statement comes as. JSON is first: whoever takes anything gets that. */
export const statementMediaTypes: readonly string[] = ['application/json', pdf]

/** A statement in the format that its caller asked for. */
export async function statementReply(
  statement: Statement,
  { mediaType, language }: Pick<Call, 'mediaType' | 'language'>,
): Promise<Reply> {
  if (mediaType !== pdf) return success(statement)
  return {
    status: 200,
    contentType: pdf,
    body: '',
    bytes: await statementPdf(statement, language),
    headers: {
      'Content-Language': language,
      'Content-Disposition': `attachment; filename="extrato-${statement.month}.pdf"`,
      Vary: 'Accept, Accept-Language',
    },
  }
}
