import { Type } from 'typebox'
import {
  type Header,
  type Operation,
  type OperationDefaults,
  type OperationSpec,
  operationFrom,
} from '../operation.ts'
import {
  PasswordRequest,
  passwordPath,
  SessionAnswer,
  SignedOutAnswer,
  SignInRequest,
  sessionPath,
  TotpConfirmRequest,
  TotpRemoveRequest,
  TotpSecretAnswer,
  totpConfirmPath,
  totpPath,
  totpRemovePath,
} from './sessions.ts'

/** How a person signs in, and what a person changes about signing in. */
export const sessionOperations = (): readonly Operation[] => [
  operationFrom(signIn, { ...defaults, credentials: 'none' }),
  ...ownOperations.map((spec) => operationFrom(spec, defaults)),
]

type SessionSpec = OperationSpec & { readonly setsCookie?: true }

const cookieHeader: Header = {
  name: 'Set-Cookie',
  text: {
    pt: 'A sessão (lastro_session) e, ao entrar ou trocar a senha, o navegador conhecido (lastro_device, por 90 dias): HttpOnly, SameSite=Strict, Path=/, e Secure onde LASTRO_PUBLIC_URL é https.',
    en: 'The session (lastro_session) and, after signing in or changing the password, the known browser (lastro_device, for 90 days): HttpOnly, SameSite=Strict, Path=/, and Secure where LASTRO_PUBLIC_URL is https.',
  },
  schema: Type.String(),
}

const defaults: OperationDefaults<SessionSpec> = {
  tag: { pt: 'Sessão', en: 'Session' },
  credentials: 'session',
  environments: () => 'root',
  isKeyed: () => false,
  parameterTexts: {},
  answer: ({ answer, creates, setsCookie }) => ({
    text: creates ? { pt: 'A sessão.', en: 'The session.' } : { pt: 'Como ficou.', en: 'As it now stands.' },
    schema: answer,
    ...(setsCookie && { headers: [cookieHeader] }),
  }),
  problems: () => [],
}

const signIn: SessionSpec = {
  id: 'sessaoInicia',
  method: 'POST',
  path: sessionPath,
  summary: { pt: 'Entrar', en: 'Sign in' },
  description: {
    pt: 'Abre uma sessão com e-mail e senha, e com o código de quem o ligou. Tentativas erradas fazem esperar cada vez mais.',
    en: 'Opens a session by e-mail address and password, and by the code of whoever turned it on. Wrong tries make the next wait longer.',
  },
  request: SignInRequest,
  answer: SessionAnswer,
  creates: true,
  setsCookie: true,
  problems: ['sign_in_refused', 'totp_required', 'totp_code_invalid', 'sign_in_paused', 'origin_not_allowed'],
}

const ownOperations: readonly SessionSpec[] = [
  {
    id: 'sessaoMostra',
    method: 'GET',
    path: sessionPath,
    summary: { pt: 'Quem sou', en: 'Who I am' },
    description: {
      pt: 'A sessão do cookie enviado, com o token que as mudanças pedem.',
      en: 'The session of the cookie sent, with the token that changes take.',
    },
    answer: SessionAnswer,
  },
  {
    id: 'sessaoEncerra',
    method: 'DELETE',
    path: sessionPath,
    summary: { pt: 'Sair', en: 'Sign out' },
    description: {
      pt: 'Encerra esta sessão; em outros processos, em até 5 segundos.',
      en: 'Ends this session; on other processes, within 5 seconds.',
    },
    answer: SignedOutAnswer,
    setsCookie: true,
  },
  {
    id: 'senhaTroca',
    method: 'POST',
    path: passwordPath,
    summary: { pt: 'Trocar a minha senha', en: 'Change my password' },
    description: {
      pt: 'As outras sessões terminam; esta recebe um cookie e um token novos.',
      en: 'The other sessions end; this one gets a new cookie and a new token.',
    },
    request: PasswordRequest,
    answer: SessionAnswer,
    setsCookie: true,
    problems: ['password_wrong', 'password_refused', 'sign_in_paused'],
  },
  {
    id: 'totpInicia',
    method: 'POST',
    path: totpPath,
    summary: { pt: 'Ligar o código de entrada', en: 'Turn the sign-in code on' },
    description: {
      pt: 'Um segredo para o aplicativo de códigos (RFC 6238). Só vale depois de confirmado.',
      en: 'A secret for the application of codes (RFC 6238). It holds only once confirmed.',
    },
    answer: TotpSecretAnswer,
    problems: ['totp_on_already'],
  },
  {
    id: 'totpConfirma',
    method: 'POST',
    path: totpConfirmPath,
    summary: { pt: 'Confirmar o código de entrada', en: 'Confirm the sign-in code' },
    description: {
      pt: 'Um código do aplicativo prova que ele guardou o segredo; daí em diante a entrada pede um.',
      en: 'A code of the application proves that it has the secret; from then on signing in takes one.',
    },
    request: TotpConfirmRequest,
    answer: SessionAnswer,
    problems: ['totp_code_invalid', 'totp_not_begun', 'totp_on_already', 'sign_in_paused'],
  },
  {
    id: 'totpRemove',
    method: 'POST',
    path: totpRemovePath,
    summary: { pt: 'Desligar o código de entrada', en: 'Turn the sign-in code off' },
    description: {
      pt: 'Exige a senha e um código do aplicativo. Quem perdeu o aplicativo deve falar com o operador.',
      en: 'Requires the password and a code from the application. A user who has lost the application must ask the operator.',
    },
    request: TotpRemoveRequest,
    answer: SessionAnswer,
    problems: ['password_wrong', 'totp_code_invalid', 'sign_in_paused'],
  },
]
