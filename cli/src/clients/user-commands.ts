import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import { type Role, roleNames } from '@lastro/contract/roles.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import {
  createUser,
  disableUser,
  enableUser,
  type NewSignIn,
  removeTotp,
  resetPassword,
  type UserFault,
  unlockUser,
} from '@lastro/service/features/users/manage-users.ts'
import { passwordHashing } from '@lastro/service/features/users/sign-in/password-hash.ts'
import type { User } from '@lastro/service/features/users/user.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { type Command, Option } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, type Printing, print, refuse, say, table, tell, timeText, withStore } from '../terminal.ts'

export function userCommands(program: Command): void {
  const user = program
    .command('user')
    .description(say({ pt: 'Pessoas que entram no console', en: 'People who sign in to the console' }))
  const creating = user
    .command('create')
    .description(
      say({
        pt: 'Cria um usuário; mostra a senha uma vez',
        en: 'Create a user; shows the password once',
      }),
    )
    .addOption(
      new Option('--role <role>', say({ pt: 'Pode repetir-se', en: 'May be repeated' }))
        .choices([...roleNames])
        .argParser((value: string, earlier: Role[] | undefined) => [...(earlier ?? []), roleOf(value)])
        .makeOptionMandatory(),
    )
    .requiredOption('--email <address>', say({ pt: 'E-mail com que entra', en: 'E-mail to sign in with' }))
    .requiredOption('--name <name>', say({ pt: 'Nome da pessoa', en: 'Name of the person' }))
    .option('--client <clientId>', say({ pt: 'O cliente de quem é', en: 'The client it belongs to' }))
    .addOption(
      new Option(
        '--language <language>',
        say({ pt: 'A língua em que lê', en: 'The language it reads' }),
      ).choices(['pt', 'en']),
    )
    .option(...jsonOption)
  onRecord(creating, { operation: 'operadorUsuariosInclui', work: create })
  user
    .command('list')
    .description(say({ pt: 'Lista os usuários', en: 'List the users' }))
    .option('--client <clientId>', say({ pt: 'Só os deste cliente', en: 'Only those of this client' }))
    .option(...jsonOption)
    .action(list)
  const resetting = user
    .command('reset')
    .description(
      say({
        pt: 'Faz outra senha, mostrada uma vez; encerra as sessões',
        en: 'Make another password, shown once; ends the sessions',
      }),
    )
    .argument('<email>')
    .option(...jsonOption)
  onRecord(resetting, { operation: 'operadorUsuariosSenha', work: reset })
  for (const { name, operation, text, done, change } of changes) {
    const changing = user
      .command(name)
      .description(say(text))
      .argument('<email>')
      .option(...jsonOption)
    onRecord(changing, {
      operation,
      work: async (act, email: string, printing: Printing) => {
        const changed = await change(act.store, email)
        if (changed === 'unknown_user') return unknownUser()
        act.target = changed.id
        return tell(printing, { userId: changed.id, done: name }, done)
      },
    })
  }
}

type Change = {
  readonly name: string
  readonly operation: string
  readonly text: Text
  readonly done: Text
  readonly change: (store: Store, email: string) => Promise<User | 'unknown_user'>
}

const changes: readonly Change[] = [
  {
    name: 'disable',
    operation: 'operadorUsuariosDesativa',
    text: {
      pt: 'Desativa um usuário e encerra as sessões dele',
      en: 'Disable a user and end all its sessions',
    },
    done: {
      pt: 'Desativado. As sessões deixam de responder em até 5 segundos.',
      en: 'Disabled. Its sessions stop answering within 5 seconds.',
    },
    change: ({ users }, email) => disableUser({ users, clock }, email),
  },
  {
    name: 'enable',
    operation: 'operadorUsuariosAtiva',
    text: { pt: 'Reativa um usuário', en: 'Enable a user again' },
    done: { pt: 'Reativado.', en: 'Enabled.' },
    change: ({ users }, email) => enableUser({ users }, email),
  },
  {
    name: 'unlock',
    operation: 'operadorUsuariosDesbloqueia',
    text: {
      pt: 'Encerra a pausa que senhas erradas causaram',
      en: 'End the pause that wrong passwords have caused',
    },
    done: { pt: 'Pode entrar de novo.', en: 'It may sign in again.' },
    change: ({ users }, email) => unlockUser({ users }, email),
  },
  {
    name: 'totp-off',
    operation: 'operadorUsuariosDesligaTotp',
    text: {
      pt: 'Desliga o código de entrada de quem perdeu o aplicativo',
      en: 'Turn off the sign-in code of whoever lost the application',
    },
    done: { pt: 'Desligado: entra só com a senha.', en: 'Off: it signs in by password alone.' },
    change: ({ users }, email) => removeTotp({ users }, email),
  },
]

type CreateOptions = {
  role: Role[]
  email: string
  name: string
  client?: string
  language?: Language
  json?: true
}

async function create(act: CommandAct, options: CreateOptions): Promise<void> {
  const { users, clients } = act.store
  const made = await createUser(
    { users, passwords: passwordHashing(), clock, findClient: clients.findClient },
    {
      name: options.name,
      email: options.email,
      roles: options.role,
      clientId: options.client,
      language: options.language,
    },
  )
  if (typeof made === 'string') return refuse(faultTexts[made], faultCodes[made])
  act.target = made.userId
  return showOnce(made, options)
}

/** The faults that have a problem of their own over HTTP; the others are fields of a body there. */
const faultCodes: Partial<Record<UserFault, ProblemCode>> = {
  email_taken: 'user_email_taken',
  client_unknown: 'client_unknown',
}

const faultTexts: Readonly<Record<UserFault, Text>> = {
  email_invalid: { pt: 'Este e-mail não pode ser lido.', en: 'This e-mail address cannot be read.' },
  email_taken: { pt: 'Já há um usuário com este e-mail.', en: 'There is a user with this address already.' },
  name_invalid: {
    pt: 'O nome deve ter de 1 a 120 caracteres.',
    en: 'The name must have 1 to 120 characters.',
  },
  roles_invalid: {
    pt: 'Um operador não tem outros papéis: crie outro usuário.',
    en: 'An operator has no other roles: create another user.',
  },
  client_needed: {
    pt: 'Analistas e credores são de um cliente: diga qual com --client.',
    en: 'Analysts and creditors belong to a client: name it with --client.',
  },
  client_not_wanted: {
    pt: 'Um operador não é de cliente algum: tire --client.',
    en: 'An operator belongs to no client: leave --client out.',
  },
  client_unknown: {
    pt: 'Não há cliente ativo com este id. Veja os que existem com: client list',
    en: 'There is no active client with this id. See those there are with: client list',
  },
}

async function reset(act: CommandAct, email: string, options: { json?: true }): Promise<void> {
  const { users } = act.store
  const made = await resetPassword({ users, passwords: passwordHashing(), clock }, email)
  if (made === 'unknown_user') return unknownUser()
  act.target = made.userId
  return showOnce(made, options)
}

function showOnce({ userId, email, password }: NewSignIn, options: { json?: true }): void {
  const keep = say({
    pt: '\nGuarde agora: a senha não aparece de novo.',
    en: '\nKeep it now: the password is not shown again.',
  })
  const shown = `${table(['userId', 'email', 'password'], [[userId, email, password]])}\n${keep}`
  print(options.json ? JSON.stringify({ userId, email, password }) : shown)
}

async function list(options: { client?: string; json?: true }): Promise<void> {
  const users = await withStore((store) => store.users.listUsers(options.client))
  const rows = users.map((one) => ({
    userId: one.id,
    email: one.email,
    name: one.name,
    roles: one.roles.join(),
    clientId: one.clientId,
    totp: one.hasTotp,
    createdAt: timeText(one.createdAtMs),
    disabledAt: one.disabledAtMs === undefined ? undefined : timeText(one.disabledAtMs),
  }))
  if (options.json) return print(JSON.stringify(rows))
  if (rows.length === 0) return print(say({ pt: 'Nenhum usuário ainda.', en: 'No user yet.' }))
  print(
    table(
      ['userId', 'email', 'roles', 'clientId', 'totp', 'disabledAt', 'name'],
      rows.map((one) => [
        one.userId,
        one.email,
        one.roles,
        one.clientId ?? '',
        one.totp ? 'on' : '',
        one.disabledAt ?? '',
        one.name,
      ]),
    ),
  )
}

/** A parser of ours takes the place of commander's own check of the choices. */
function roleOf(value: string): Role {
  const role = roleNames.find((one) => one === value)
  return (
    role ??
    refuse({
      pt: `--role é um de: ${roleNames.join(', ')}.`,
      en: `--role is one of: ${roleNames.join(', ')}.`,
    })
  )
}

const unknownUser = (): never =>
  refuse(
    {
      pt: 'Não há usuário com este e-mail. Veja os que existem com: user list',
      en: 'There is no user with this address. See those there are with: user list',
    },
    'user_unknown',
  )
