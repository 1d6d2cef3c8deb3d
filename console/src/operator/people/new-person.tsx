import { useState } from 'react'
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx'
import { ChoiceBoxes } from '../../parts/forms/choice-boxes.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { useOperator } from '../operations.ts'
import { peopleName } from '../operator-names.ts'

type NewPersonProps = {
  /** The client the person works for; an operator works for none. */
  readonly clientId?: string
  readonly onClose: () => void
}

export function NewPerson({ clientId, onClose }: NewPersonProps) {
  const say = useSay(operatorWords)
  const operator = useOperator()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly string[]>(clientId === undefined ? ['operator'] : ['analyst'])
  const make = async () => {
    const { password } = await operator.createUser({
      name: name.trim(),
      email: email.trim(),
      roles: roles as ('operator' | 'analyst' | 'creditor')[],
      ...(clientId !== undefined && { clientId }),
    })
    return [
      { label: say('email'), value: email.trim() },
      { label: say('password'), value: password },
    ]
  }
  return (
    <SecretDialog
      title={say(clientId === undefined ? 'newOperator' : 'newPerson')}
      text={say(clientId === undefined ? 'newOperatorText' : 'newPersonText')}
      button={say('create')}
      make={make}
      changes={peopleName}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={say('name')}
            maxLength={70}
            required
            autoComplete="off"
            value={name}
            wrong={wrong.name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={say('email')}
            type="email"
            maxLength={254}
            required
            autoComplete="off"
            value={email}
            wrong={wrong.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {clientId !== undefined && (
            <ChoiceBoxes
              legend={say('roles')}
              wrong={wrong.roles}
              choices={[
                { code: 'analyst', name: say('analyst'), help: say('analystHelp') },
                { code: 'creditor', name: say('creditor'), help: say('creditorHelp') },
              ]}
              chosen={roles}
              onChoose={setRoles}
            />
          )}
        </>
      )}
    </SecretDialog>
  )
}
