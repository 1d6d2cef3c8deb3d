import { isProblem, isUnreachable, type UnreachableReason } from '@lastro/client/problem.ts'
import type { Language, Text } from '@lastro/contract/text.ts'

/** What went wrong, in words for a person. */
export type WentWrong = {
  readonly title: string
  readonly text: string
  /** What is to be corrected, field by field. */
  readonly fields: readonly {
    readonly field: string
    readonly name: string | undefined
    readonly text: string
  }[]
  /** For whoever has to ask the operator about it. */
  readonly requestId: string | undefined
}

export type Words = { readonly title: Text; readonly text: Text }

/**
 * Nobody refused anything here: there was no answer. A page that nobody can reach and one that is slow are told apart,
 * for one is mended at the wall and the other by waiting.
 */
const unanswered: Readonly<Record<UnreachableReason, Words>> = {
  network: {
    title: { pt: 'Sem conexão com o serviço', en: 'No connection to the service' },
    text: {
      pt: 'O serviço não foi alcançado, ou a conexão caiu. Confira a sua rede e tente de novo.',
      en: 'The service was not reached, or the connection broke. Check your network and try again.',
    },
  },
  timeout: {
    title: { pt: 'O serviço não respondeu a tempo', en: 'The service did not answer in time' },
    text: {
      pt: 'Nada foi recusado: não se sabe se o pedido chegou a ser feito. Espere um pouco, confira e tente de novo.',
      en: 'Nothing was refused: whether it was done is not known. Wait a little, check, and try again.',
    },
  },
  cut: {
    title: { pt: 'A resposta veio cortada', en: 'The answer came cut off' },
    text: {
      pt: 'O serviço começou a responder e a conexão caiu. Confira o que foi feito e tente de novo.',
      en: 'The service began to answer and the connection broke. Check what was done and try again.',
    },
  },
  not_lastro: {
    title: { pt: 'O serviço não foi alcançado', en: 'The service was not reached' },
    text: {
      pt: 'Quem respondeu não foi o serviço, e sim algo entre ele e o seu navegador. Tente de novo daqui a pouco.',
      en: 'It was not the service that answered, but something between it and your browser. Try again in a moment.',
    },
  },
  redirected: {
    title: { pt: 'O serviço não foi alcançado', en: 'The service was not reached' },
    text: {
      pt: 'O endereço leva a outro lugar. Abra o console pelo endereço oficial, ou avise o operador.',
      en: 'The address leads somewhere else. Open the console at its official address, or tell the operator.',
    },
  },
}

const offline: Words = {
  title: { pt: 'Você está sem conexão', en: 'You are offline' },
  text: {
    pt: 'Este aparelho está sem rede, e nada foi enviado. O que você escreveu continua aqui; tente de novo quando ela voltar.',
    en: 'This device has no network, and nothing was sent. What you wrote is still here; try again when it is back.',
  },
}

const broken: Words = {
  title: { pt: 'Algo falhou nesta página', en: 'Something failed on this page' },
  text: { pt: 'Recarregue a página e tente de novo.', en: 'Reload the page and try again.' },
}

const sessionEnded: Words = {
  title: { pt: 'A sua sessão tinha terminado', en: 'Your session had ended' },
  text: {
    pt: 'O que você enviava não foi enviado. Está tudo aqui como você escreveu: confira e envie de novo.',
    en: 'What you were sending was not sent. It is all here as you wrote it: check it and send it again.',
  },
}

/**
 * What went wrong where the service refused nothing; undefined where it did. These words are there from the start:
 * whoever has no network cannot load them.
 */
export function unrefused(error: unknown, language: Language, isOnline: boolean): WentWrong | undefined {
  if (isUnreachable(error))
    return inWords(error.reason === 'network' && !isOnline ? offline : unanswered[error.reason], language)
  // After the sign-in that it led to, the reader is back here: what a program did wrong is no business of theirs.
  if (isSessionEnded(error)) return inWords(sessionEnded, language)
  return isProblem(error) ? undefined : inWords(broken, language)
}

export const isSessionEnded = (error: unknown): boolean =>
  isProblem(error, 'session_missing', 'token_missing')

export const inWords = ({ title, text }: Words, language: Language, requestId?: string): WentWrong => ({
  title: title[language],
  text: text[language],
  fields: [],
  requestId,
})
