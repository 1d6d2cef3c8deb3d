import type { Words } from '../words.ts'

export const signInWords = {
  title: { pt: 'Entrar', en: 'Sign in' },
  expired: {
    pt: 'A sua sessão terminou. Entre de novo para continuar de onde estava.',
    en: 'Your session is over. Sign in again to go on from where you were.',
  },
  email: { pt: 'E-mail', en: 'E-mail' },
  password: { pt: 'Senha', en: 'Password' },
  enter: { pt: 'Entrar', en: 'Sign in' },
  codeTitle: { pt: 'Código de entrada', en: 'Sign-in code' },
  code: { pt: 'Código', en: 'Code' },
  codeHelp: {
    pt: 'Os seis dígitos que o seu aplicativo de códigos mostra agora.',
    en: 'The six digits that your application of codes shows now.',
  },
  back: { pt: 'Usar outra conta', en: 'Use another account' },
  paused: {
    pt: 'Muitas tentativas. Espere {seconds} s para tentar de novo.',
    en: 'Too many tries. Wait {seconds} s before the next.',
  },
  help: {
    pt: 'Sem conta? Quem opera este serviço cria a sua.',
    en: 'No account? Whoever runs this service makes yours.',
  },
} as const satisfies Words
