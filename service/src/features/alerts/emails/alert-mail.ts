import type { ReleaseDue } from '@lastro/contract/listings/listing-codes.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import { escaped } from '../../../pages/drawing/html.ts'
import type { Mail } from '../../notices/send-mail.ts'
import type { AlertEmail, Occurrence } from '../alert.ts'
import { type Described, describeOccurrence } from './describe-occurrence.ts'

export type Written = Pick<Mail, 'subject' | 'text' | 'html' | 'headers'>

/** What is asked of the owner of an address before anything else is sent to it. */
export function confirmationMail(
  { language }: Pick<AlertEmail, 'language'>,
  { clientName, link }: { readonly clientName: string; readonly link: string },
): Written {
  const say = (text: Text) => text[language]
  const client = oneLine(clientName)
  const asks = `${say(words.asks)} ${client}.`
  return {
    subject: say(words.confirmSubject),
    text: lines([asks, '', say(words.toConfirm), link, '', say(words.ignore)]),
    html: page(language, [
      `<p>${escaped(asks)}</p>`,
      `<p><a href="${escaped(link)}">${escaped(say(words.confirm))}</a></p>`,
      `<p>${escaped(say(words.ignore))}</p>`,
    ]),
  }
}

/** One alert, or a day's. The subject shows no document but masked. */
export function alertMail(
  { language }: Pick<AlertEmail, 'language'>,
  occurrences: readonly Occurrence[],
  { unsubscribeLink }: { readonly unsubscribeLink: string },
): Written {
  const say = (text: Text) => text[language]
  const described = occurrences.map((one) => describeOccurrence(one, language))
  const [first] = described
  if (first === undefined) throw new Error('A mail of alerts needs an alert')
  const subject =
    described.length === 1
      ? `${first.title.replace(/\.$/, '')}: ${first.document}`
      : `${say(words.digest)}: ${described.length}`
  return {
    subject: `[Lastro] ${subject}`,
    text: lines([
      ...described.flatMap((one) => [...textOf(one), '']),
      say(words.why),
      say(words.stop),
      unsubscribeLink,
    ]),
    html: page(language, [
      ...described.map(htmlOf),
      `<p>${escaped(say(words.why))} <a href="${escaped(unsubscribeLink)}">${escaped(say(words.stopHere))}</a></p>`,
    ]),
    // RFC 8058: one click in the reader's own program, without opening anything.
    headers: {
      'List-Unsubscribe': `<${unsubscribeLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** A webhook of the client's was switched off, and its events no longer arrive there. */
export function webhookOffMail(
  { language }: Pick<AlertEmail, 'language'>,
  {
    url,
    reason,
    unsubscribeLink,
  }: { readonly url: string; readonly reason: Text; readonly unsubscribeLink: string },
): Written {
  const say = (text: Text) => text[language]
  const address = oneLine(url)
  const next = say(words.switchOn)
  return {
    subject: `[Lastro] ${say(words.webhookOff)}`,
    text: lines([
      `${say(words.webhookOff)}:`,
      address,
      '',
      say(reason),
      next,
      '',
      say(words.stop),
      unsubscribeLink,
    ]),
    html: page(language, [
      `<p>${escaped(say(words.webhookOff))}: <code>${escaped(address)}</code></p>`,
      `<p>${escaped(say(reason))} ${escaped(next)}</p>`,
      `<p><a href="${escaped(unsubscribeLink)}">${escaped(say(words.stopHere))}</a></p>`,
    ]),
    headers: oneClick(unsubscribeLink),
  }
}

/** Súmula 548: a debt was paid, and its creditor has not asked for the release yet. */
export function releaseDueMail(
  { language }: Pick<AlertEmail, 'language'>,
  {
    listingId,
    contractId,
    paidOn,
    dueOn,
    unsubscribeLink,
  }: ReleaseDue & { readonly unsubscribeLink: string },
): Written {
  const say = (text: Text) => text[language]
  const rows = [
    `${say(words.contract)}: ${oneLine(contractId)}`,
    `${say(words.paidOn)}: ${paidOn}`,
    `${say(words.releaseBy)}: ${dueOn}`,
    `POST /negativacao/v2/dividas/${listingId}/baixa`,
  ]
  return {
    subject: `[Lastro] ${say(words.releaseDue)} ${dueOn}`,
    text: lines([say(words.releaseWhy), '', ...rows, '', say(words.stop), unsubscribeLink]),
    html: page(language, [
      `<p>${escaped(say(words.releaseWhy))}</p>`,
      ...rows.map((row) => `<p>${escaped(row)}</p>`),
      `<p><a href="${escaped(unsubscribeLink)}">${escaped(say(words.stopHere))}</a></p>`,
    ]),
    headers: oneClick(unsubscribeLink),
  }
}

/** RFC 8058: one click in the reader's own program, without opening anything. */
const oneClick = (unsubscribeLink: string) => ({
  'List-Unsubscribe': `<${unsubscribeLink}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const textOf = ({ title, rows }: Described): string[] => [
  title,
  ...rows.map(([name, value]) => `  ${name}: ${oneLine(value)}`),
]

const htmlOf = ({ title, rows }: Described): string =>
  `<h2>${escaped(title)}</h2><table>${rows
    .map(
      ([name, value]) => `<tr><th align="left">${escaped(name)}</th><td>${escaped(oneLine(value))}</td></tr>`,
    )
    .join('')}</table>`

const page = (language: Language, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language === 'pt' ? 'pt-BR' : 'en'}"><meta charset="utf-8"><body>${parts.join('')}</body></html>`

const lines = (texts: readonly string[]): string => `${texts.join('\n')}\n`

const words = {
  confirmSubject: { pt: 'Confirme para receber alertas', en: 'Confirm to receive alerts' },
  asks: {
    pt: 'Este endereço foi cadastrado para receber alertas sobre documentos acompanhados por',
    en: 'This address was registered to receive alerts about documents watched by',
  },
  toConfirm: { pt: 'Para confirmar, abra:', en: 'To confirm, open:' },
  confirm: { pt: 'Confirmar', en: 'Confirm' },
  ignore: {
    pt: 'O link vale sete dias. Se você não esperava por isto, ignore: nada mais será enviado.',
    en: 'The link is good for seven days. If you did not expect this, ignore it: nothing else will be sent.',
  },
  webhookOff: { pt: 'Um webhook foi desligado', en: 'A webhook was switched off' },
  switchOn: {
    pt: 'Quando o destino estiver bem, ligue-o com PATCH; o que se perdeu está na lista de ocorrências.',
    en: 'When the receiver is well, switch it on with PATCH; what was missed is in the list of occurrences.',
  },
  releaseDue: { pt: 'Peça a baixa até', en: 'Ask for the release by' },
  releaseWhy: {
    pt: 'Uma dívida sua foi paga e já não é mostrada. A lei dá cinco dias úteis ao credor para pedir a baixa.',
    en: 'A debt of yours was paid and is no longer shown. The law gives its creditor five business days to ask for the release.',
  },
  contract: { pt: 'Contrato', en: 'Contract' },
  paidOn: { pt: 'Paga em', en: 'Paid on' },
  releaseBy: { pt: 'Baixa até', en: 'Release by' },
  digest: { pt: 'Alertas do dia', en: "The day's alerts" },
  why: {
    pt: 'Você recebe este e-mail porque confirmou que quer alertas.',
    en: 'You receive this e-mail because you confirmed that you want alerts.',
  },
  stop: { pt: 'Para não receber mais:', en: 'To receive no more:' },
  stopHere: { pt: 'Não quero mais receber', en: 'I do not want to receive more' },
} as const satisfies Record<string, Text>
