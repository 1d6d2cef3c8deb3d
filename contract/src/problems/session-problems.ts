import type { ProblemText } from './problem-text.ts'

/** What can be wrong when a person signs in, and with a session. */
export const sessionProblems = {
  sign_in_refused: {
    status: 401,
    title: { pt: 'Entrada recusada', en: 'Sign-in refused' },
    detail: {
      pt: 'E-mail ou senha não conferem, ou o usuário foi desativado. Confira os dois; o operador pode refazer a senha.',
      en: 'The e-mail address or the password is wrong, or the user is disabled. Check both; the operator can reset the password.',
    },
  },
  totp_required: {
    status: 401,
    title: { pt: 'Falta o código', en: 'Code missing' },
    detail: {
      pt: 'A senha confere. Envie também, em totp, o código de seis dígitos do seu aplicativo.',
      en: 'The password is right. Send too, in totp, the six digits of your application.',
    },
  },
  session_missing: {
    status: 401,
    title: { pt: 'Sem sessão', en: 'No session' },
    detail: {
      pt: 'A sessão não existe, venceu ou foi encerrada. Entre de novo em POST /console/v2/sessao.',
      en: 'The session does not exist, has expired or was ended. Sign in again at POST /console/v2/sessao.',
    },
  },
  csrf_token_invalid: {
    status: 403,
    title: { pt: 'Falta o token da página', en: 'Page token missing' },
    detail: {
      pt: 'Envie em X-CSRF-Token o csrfToken desta sessão, como GET /console/v2/sessao o mostra.',
      en: 'Send in X-CSRF-Token the csrfToken of this session, as GET /console/v2/sessao shows it.',
    },
  },
  origin_not_allowed: {
    status: 403,
    title: { pt: 'Origem não permitida', en: 'Origin not allowed' },
    detail: {
      pt: 'Sessões só valem nas páginas deste serviço: onde LASTRO_PUBLIC_URL está definida, só nas desse endereço. Por trás de um proxy, defina nela o endereço de fora.',
      en: 'Sessions work from the pages of this service only: where LASTRO_PUBLIC_URL is set, from those of that address alone. Behind a proxy, set it to the outer address.',
    },
  },
  role_not_allowed: {
    status: 403,
    title: { pt: 'Papel não permite', en: 'Role does not allow it' },
    detail: {
      pt: 'Seu usuário não tem um papel que abra esta operação. Abrem: {roles}. Fale com o operador do serviço.',
      en: 'Your user has no role that opens this operation. These do: {roles}. Ask the operator of the service.',
    },
  },
  session_wrong_environment: {
    status: 403,
    title: { pt: 'Sessão de outro ambiente', en: 'Session of another environment' },
    detail: {
      pt: 'Usuários de um cliente de sandbox usam os endereços sob /sandbox; os demais, os de fora dele.',
      en: 'Users of a sandbox client use the addresses below /sandbox; the others those outside it.',
    },
  },
  password_wrong: {
    status: 403,
    title: { pt: 'Senha errada', en: 'Wrong password' },
    detail: {
      pt: 'A senha de agora não confere. Nada mudou.',
      en: 'The current password is not right. Nothing has changed.',
    },
  },
  totp_on_already: {
    status: 409,
    title: { pt: 'Código já ligado', en: 'Code on already' },
    detail: {
      pt: 'A entrada já pede um código. Para trocar de aplicativo, desligue-o antes com a senha.',
      en: 'Signing in takes a code already. To change the application, turn it off first with the password.',
    },
  },
  totp_not_begun: {
    status: 409,
    title: { pt: 'Nenhum código a confirmar', en: 'No code to confirm' },
    detail: {
      pt: 'Peça primeiro um segredo em POST /console/v2/totp e confirme em até dez minutos.',
      en: 'Ask first for a secret at POST /console/v2/totp and confirm it within ten minutes.',
    },
  },
  totp_code_invalid: {
    status: 422,
    title: { pt: 'Código não confere', en: 'Wrong code' },
    detail: {
      pt: 'O código está errado, já foi usado ou já passou. Espere o próximo e confira a hora do aparelho.',
      en: 'The code is wrong, was used already or is over. Wait for the next and check the time of the device.',
    },
  },
  password_refused: {
    status: 422,
    title: { pt: 'Senha não aceita', en: 'Password not accepted' },
    detail: { pt: 'Escolha outra senha: {reason}', en: 'Choose another password: {reason}' },
  },
  sign_in_paused: {
    status: 429,
    title: { pt: 'Entrada em pausa', en: 'Sign-in paused' },
    detail: {
      pt: 'Houve tentativas erradas demais. Espere {seconds} segundos; o operador pode encerrar a pausa.',
      en: 'There were too many wrong tries. Wait {seconds} seconds; the operator can end the pause.',
    },
  },
} as const satisfies Record<string, ProblemText>
