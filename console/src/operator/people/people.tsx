import type { OperatorUser } from '@lastro/contract/operator/operator-users.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { instantOf } from '../../parts/instant.ts'
import { List } from '../../parts/lists/list.tsx'
import type { ListColumn } from '../../parts/lists/list-column.ts'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { type UserVerb, useOperator } from '../operations.ts'
import { peopleName } from '../operator-names.ts'

type PeopleProps = { readonly clientId?: string; readonly role?: string | undefined }

const verbs = {
  disable: { verb: 'desativar', text: 'disableText' },
  enable: { verb: 'ativar', text: 'enableText' },
  unlock: { verb: 'desbloquear', text: 'unlockText' },
  totpOff: { verb: 'desligarTotp', text: 'totpOffText' },
} as const satisfies Record<string, { readonly verb: UserVerb; readonly text: string }>

type Act = keyof typeof verbs | 'reset'
type Open = { readonly act: Act; readonly user: OperatorUser }

/** Those who may sign in: of a client, or with a role, or all. */
export function People({ clientId, role }: PeopleProps) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [open, setOpen] = useState<Open>()
  const pages = usePages([...peopleName, clientId, role], (cursor, limit) =>
    operator.users({ clientId, role, cursor, limit }),
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <PeopleList pages={pages} ofOneClient={clientId !== undefined} onOpen={setOpen} />
      {open?.act === 'reset' && <ResetPassword user={open.user} onClose={close} />}
      {open !== undefined && open.act !== 'reset' && (
        <ActDialog
          title={say(open.act)}
          text={say(verbs[open.act].text, { name: printable(open.user.name) })}
          button={say(open.act)}
          isDanger={open.act === 'disable' || open.act === 'totpOff'}
          act={() => operator.onUser(open.user.id, verbs[open.act as keyof typeof verbs].verb)}
          changes={peopleName}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}

type PeopleListProps = {
  readonly pages: Pages<OperatorUser>
  readonly ofOneClient: boolean
  readonly onOpen: (open: Open) => void
}

function PeopleList({ pages, ofOneClient, onOpen }: PeopleListProps) {
  const say = useSay(operatorWords)
  const sayShell = useSay(shellWords)
  const client: ListColumn<OperatorUser> = {
    id: 'client',
    label: say('client'),
    text: ({ clientId, clientName }) => clientId && printable(clientName ?? clientId),
    cell: ({ clientId, clientName }) =>
      clientId && <ClientLink id={clientId} name={clientName} part="/pessoas" />,
  }
  return (
    <List
      caption={say('peopleTitle')}
      pages={pages}
      empty={say('noPeople')}
      rowKey={(row) => row.id}
      columns={[
        { id: 'name', label: say('name'), text: (row) => printable(row.name) },
        { id: 'email', label: say('email'), text: (row) => row.email },
        { id: 'roles', label: say('roles'), text: (row) => row.roles.map((role) => say(role)).join(', ') },
        ...(ofOneClient ? [] : [client]),
        {
          id: 'state',
          label: say('state'),
          isFixed: true,
          isTallied: true,
          text: ({ disabled, lockedUntil }) =>
            disabled ? say('disabled') : say(lockedUntil === undefined ? 'active' : 'lockedShort'),
          cell: (row) => <UserState user={row} />,
        },
        { id: 'totp', label: say('totp'), text: (row) => sayShell(row.totp ? 'yes' : 'no') },
        {
          id: 'acts',
          label: say('acts'),
          cell: (row) => (
            <div className="acts tight">
              {actsOn(row).map((act) => (
                <button key={act} type="button" className="plain" onClick={() => onOpen({ act, user: row })}>
                  {say(act)}
                </button>
              ))}
            </div>
          ),
        },
      ]}
    />
  )
}

const actsOn = ({ disabled, lockedUntil, totp }: OperatorUser): readonly Act[] => [
  'reset',
  ...(lockedUntil === undefined ? [] : ['unlock' as const]),
  ...(totp ? ['totpOff' as const] : []),
  disabled ? 'enable' : 'disable',
]

function UserState({ user: { disabled, lockedUntil } }: { readonly user: OperatorUser }) {
  const say = useSay(operatorWords)
  if (disabled) return <Mark tone="bad">{say('disabled')}</Mark>
  if (lockedUntil !== undefined)
    return <Mark tone="warn">{say('locked', { at: instantOf(lockedUntil) })}</Mark>
  return <Mark tone="good">{say('active')}</Mark>
}

function ResetPassword({ user, onClose }: { readonly user: OperatorUser; readonly onClose: () => void }) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const make = async () => {
    const { password } = await operator.resetPassword(user.id)
    return [{ label: say('password'), value: password }]
  }
  return (
    <SecretDialog
      title={say('reset')}
      text={say('resetText', { name: printable(user.name) })}
      button={say('reset')}
      make={make}
      changes={peopleName}
      onClose={onClose}
    />
  )
}
