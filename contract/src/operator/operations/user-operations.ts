import { Type } from 'typebox'
import { pageParameters } from '../../operation.ts'
import { roleNames } from '../../roles.ts'
import type { Text } from '../../text.ts'
import { clientParameter, operatorPath } from '../operator-parts.ts'
import { NewUserAnswer, NewUserRequest, OperatorUserAnswer, OperatorUsersAnswer } from '../operator-users.ts'
import type { OperatorSpec } from './operator-spec.ts'

const usersPath = `${operatorPath}/usuarios`
const userPath = `${usersPath}/{id}`

const userAct = (
  verb: string,
  path: string,
  summary: Text,
  description: Text,
  more: Pick<OperatorSpec, 'answer'> & Partial<OperatorSpec> = { answer: OperatorUserAnswer },
): OperatorSpec => ({
  id: `operadorUsuarios${verb}`,
  method: 'POST',
  path: `${userPath}/${path}`,
  summary,
  description,
  problems: ['user_unknown'],
  ...more,
})

export const userOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorUsuariosLista',
    method: 'GET',
    path: usersPath,
    summary: { pt: 'Listar as pessoas', en: 'List the people' },
    description: {
      pt: 'Quem pode entrar: as de um cliente, os operadores, ou todas, por páginas.',
      en: "Who may sign in: a client's, the operators, or all, by pages.",
    },
    query: [
      clientParameter,
      {
        name: 'role',
        text: { pt: 'Só as que têm este papel.', en: 'Only those with this role.' },
        schema: Type.Enum([...roleNames]),
      },
      ...pageParameters,
    ],
    answer: OperatorUsersAnswer,
  },
  {
    id: 'operadorUsuariosInclui',
    method: 'POST',
    path: usersPath,
    summary: { pt: 'Criar uma pessoa', en: 'Create a person' },
    description: {
      pt: 'A senha aparece só nesta resposta.',
      en: 'The password is shown in this answer only.',
    },
    request: NewUserRequest,
    answer: NewUserAnswer,
    creates: true,
    problems: ['client_unknown', 'user_email_taken', 'fields_mismatch'],
  },
  userAct(
    'Desativa',
    'desativar',
    { pt: 'Desativar', en: 'Disable' },
    {
      pt: 'Não entra mais, e as suas sessões acabam já.',
      en: 'It signs in no more, and its sessions end at once.',
    },
    { answer: OperatorUserAnswer, problems: ['user_unknown', 'operator_last'] },
  ),
  userAct(
    'Ativa',
    'ativar',
    { pt: 'Ativar de novo', en: 'Enable again' },
    { pt: 'Volta a entrar com a mesma senha.', en: 'It signs in again with the same password.' },
  ),
  userAct(
    'Senha',
    'senha',
    { pt: 'Nova senha', en: 'New password' },
    {
      pt: 'Aparece só nesta resposta; as sessões da pessoa acabam.',
      en: "It is shown in this answer only; the person's sessions end.",
    },
    { answer: NewUserAnswer, creates: true },
  ),
  userAct(
    'Desbloqueia',
    'desbloquear',
    { pt: 'Desbloquear', en: 'Unlock' },
    { pt: 'Acaba a espera depois de senhas erradas.', en: 'Ends the wait after wrong passwords.' },
  ),
  userAct(
    'DesligaTotp',
    'desligarTotp',
    { pt: 'Desligar o código temporário', en: 'Turn one-time codes off' },
    { pt: 'Para quem perdeu o aparelho.', en: 'For whoever lost the device.' },
  ),
]
