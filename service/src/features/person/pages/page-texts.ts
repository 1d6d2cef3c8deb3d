import type { Text } from '@lastro/contract/text.ts'
import type { SignInFault } from '../sign-in/issuer.ts'

/** What the pages at `/titular` say around the file. `{name}` is filled. */
export const pageTexts = {
  siteTitle: { pt: 'O que consta sobre você', en: 'What is held about you' },
  skip: { pt: 'Ir para o conteúdo', en: 'Skip to the content' },
  pages: { pt: 'Páginas', en: 'Pages' },
  otherLanguage: { pt: 'English', en: 'Português' },
  lede: {
    pt: 'Veja o que este birô de crédito guarda sobre você, quem consultou e por quê. Conteste o que não reconhece. É de graça.',
    en: 'See what this credit bureau holds about you, who consulted it and why. Dispute what you do not recognise. It is free.',
  },
  signInTitle: { pt: 'Entrar', en: 'Sign in' },
  signInAbout: {
    pt: 'Você será levado a {issuer} para provar quem é. Não pedimos senha, e nada fica no seu aparelho depois que você sai.',
    en: 'You are taken to {issuer} to prove who you are. We ask for no password, and nothing stays on your device after you sign out.',
  },
  signIn: { pt: 'Entrar com {issuer}', en: 'Sign in with {issuer}' },
  companiesTitle: { pt: 'Empresas', en: 'Companies' },
  companies: {
    pt: 'O arquivo de uma empresa é pedido ao operador do birô, por quem a representa.',
    en: 'The file of a company is asked for at the operator of the bureau, by whoever represents it.',
  },
  reachTitle: { pt: 'Falar com o operador', en: 'Reach the operator' },
  reach: {
    pt: 'Você pode pedir o mesmo ao operador deste birô: {contact}',
    en: 'You may ask the operator of this bureau for the same: {contact}',
  },
  reachOnly: {
    pt: 'Para ver o que consta, contestar ou corrigir, fale com o operador deste birô: {contact}',
    en: 'To see what is held, to dispute or to correct it, reach the operator of this bureau: {contact}',
  },
  noContact: {
    pt: 'O operador deste birô ainda não disse aqui como falar com ele. Procure-o onde você soube deste serviço.',
    en: 'The operator of this bureau has not said here yet how to be reached. Ask where you learnt of this service.',
  },
  notSignedIn: { pt: 'Entre para continuar', en: 'Sign in to go on' },
  notSignedInAbout: {
    pt: 'A sua sessão terminou, ou ainda não começou. Ela dura pouco, para proteger você.',
    en: 'Your session has ended, or has not begun yet. It is short, to protect you.',
  },
  refusedTitle: { pt: 'Não foi possível entrar', en: 'You could not be signed in' },
  refusedAbout: {
    pt: 'Nada foi mostrado, e a tentativa ficou registrada.',
    en: 'Nothing was shown, and the try was put on record.',
  },
  again: { pt: 'Tentar de novo', en: 'Try again' },
  goOn: { pt: 'Continuar', en: 'Go on' },
  signedIn: { pt: 'Você entrou', en: 'You are signed in' },
  signOut: { pt: 'Sair', en: 'Sign out' },
  signedOut: { pt: 'Você saiu', en: 'You are signed out' },
  signedOutAbout: {
    pt: 'Se o aparelho não é seu, saia também de {issuer}.',
    en: 'If the device is not yours, sign out of {issuer} too.',
  },
  file: { pt: 'Meu arquivo', en: 'My file' },
  onThisPage: { pt: 'Nesta página', en: 'On this page' },
  letter: { pt: 'Baixar a carta (PDF)', en: 'Download the letter (PDF, in Portuguese)' },
  seeListing: { pt: 'Ver tudo e contestar', en: 'See all of it and dispute it' },
  seeEnded: { pt: 'Ver tudo', en: 'See all of it' },
  of: { pt: 'de {what}', en: 'of {what}' },
  disputeTitle: { pt: 'Contestar', en: 'Dispute' },
  disputeAbout: {
    pt: 'Diga com as suas palavras o que está errado. O credor tem cinco dias úteis para responder. Sem resposta, a anotação some dos relatórios; depois do décimo dia, é retirada de vez.',
    en: 'Say in your own words what is wrong. The creditor has five business days to answer. Without an answer reports stop showing the listing; after the tenth day it is taken out for good.',
  },
  statement: { pt: 'O que está errado', en: 'What is wrong' },
  statementHelp: { pt: 'Até mil letras.', en: 'Up to a thousand letters.' },
  sendDispute: { pt: 'Contestar', en: 'Dispute' },
  cannotDispute: {
    pt: 'Esta anotação não pode ser contestada agora: já terminou ou já foi contestada.',
    en: 'This listing cannot be disputed now: it has ended or is disputed already.',
  },
  correctionTitle: { pt: 'Pedir uma correção', en: 'Ask for a correction' },
  correctionAbout: {
    pt: 'Para o que está errado no cadastro ou em dados de outras bases. O operador responde em até cinco dias úteis. Uma anotação de credor se contesta na página dela.',
    en: 'For what is wrong in the registration or in data of other bases. The operator answers within five business days. A listing of a creditor is disputed on its own page.',
  },
  subject: { pt: 'Sobre o quê', en: 'About what' },
  field: { pt: 'Qual dado', en: 'Which item' },
  fieldHelp: { pt: 'Por exemplo: nome da mãe.', en: "For example: mother's name." },
  correctionStatement: { pt: 'O que está errado e o que é certo', en: 'What is wrong and what is right' },
  sendCorrection: { pt: 'Pedir a correção', en: 'Ask for the correction' },
  sent: { pt: 'Pedido registrado. Acompanhe aqui.', en: 'Your request is on record. Follow it here.' },
  notOnFile: { pt: 'Isto não está no seu arquivo', en: 'This is not on your file' },
  notOnFileAbout: {
    pt: 'O endereço está errado, ou não é seu. A tentativa ficou registrada.',
    en: 'The address is wrong, or it is not yours. The try was put on record.',
  },
  tooMany: { pt: 'Muitas vezes em pouco tempo', en: 'Too many in a short time' },
  tooManyAbout: {
    pt: 'Espere {minutes} minutos e tente de novo.',
    en: 'Wait {minutes} minutes and try again.',
  },
  notSent: { pt: 'Não foi enviado', en: 'It was not sent' },
  formOld: {
    pt: 'O formulário não veio desta página, ou ficou velho. Abra a página de novo.',
    en: 'The form did not come from this page, or is too old. Open the page again.',
  },
  formWrong: {
    pt: 'Escreva algo em cada campo, até mil letras.',
    en: 'Write something in each field, up to a thousand letters.',
  },
  busy: {
    pt: 'Alguém mudava esta anotação no mesmo momento. Tente de novo.',
    en: 'Somebody was changing this listing at the same moment. Try again.',
  },
} as const satisfies Record<string, Text>

/** Why nobody was let in, in words. */
export const faultTexts: Readonly<Record<SignInFault, Text>> = {
  issuer_unavailable: {
    pt: 'Quem confirma a sua identidade não respondeu. Tente de novo daqui a pouco.',
    en: 'Whoever confirms your identity did not answer. Try again in a while.',
  },
  sign_in_denied: {
    pt: 'A entrada foi cancelada, ou não foi aceita por quem confirma a sua identidade.',
    en: 'Signing in was cancelled, or was not accepted by whoever confirms your identity.',
  },
  sign_in_expired: {
    pt: 'A entrada demorou demais, ou começou em outro navegador.',
    en: 'Signing in took too long, or was begun in another browser.',
  },
  id_token_invalid: {
    pt: 'A confirmação da sua identidade não pôde ser conferida.',
    en: 'The confirmation of your identity could not be verified.',
  },
  cpf_invalid: {
    pt: 'A confirmação recebida não traz um CPF válido. Fale com o operador.',
    en: 'The confirmation that we received has no valid CPF. Reach the operator.',
  },
  level_too_low: {
    pt: 'A sua conta precisa de um nível de segurança maior. Aumente o nível na sua conta e tente de novo, ou fale com o operador.',
    en: 'Your account needs a higher level of security. Raise the level of your account and try again, or reach the operator.',
  },
}
