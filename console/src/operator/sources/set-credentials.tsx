import type { DeclaredSource } from '@lastro/contract/operator/declared-sources.ts'
import type { SourceKind } from '@lastro/contract/operator/source-kinds.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'
import { ClientField } from '../clients/client-field.tsx'
import { useOperator } from '../operations.ts'
import { sourcesName } from '../operator-names.ts'
import { CredentialFields, credentialsFor, type TypedCredentials } from './credential-fields.tsx'

type SetCredentialsProps = { readonly source: DeclaredSource; readonly onClose: () => void }

/** New credentials of a source: the operator's, or those of a client that pays by itself. The old ones hold no more. */
export function SetCredentials({ source: { id, name, kind }, onClose }: SetCredentialsProps) {
  const say = useSay(sourceWords)
  const operator = useOperator()
  const [isOfClient, setIsOfClient] = useState(false)
  const [clientId, setClientId] = useState<string>()
  const [credentials, setCredentials] = useState<TypedCredentials>({})
  const set = () =>
    operator.setSourceCredentials(id, {
      credentials: credentialsFor(kind as SourceKind, credentials),
      ...(isOfClient && clientId !== undefined && { clientId }),
    })
  return (
    <ActDialog
      title={`${say('credentials')}: ${name}`}
      text={say('credentialsText')}
      button={say('credentialsSave')}
      // Without the client they would become the operator's own.
      isReady={!isOfClient || clientId !== undefined}
      act={set}
      changes={sourcesName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('whose')}
            value={isOfClient ? 'client' : 'operator'}
            onChange={(event) => {
              setIsOfClient(event.target.value === 'client')
              setClientId(undefined)
            }}
          >
            <option value="operator">{say('whoseOperator')}</option>
            <option value="client">{say('whoseClient')}</option>
          </SelectField>
          {isOfClient && (
            <ClientField
              environment="production"
              clientId={clientId}
              onChoose={setClientId}
              wrong={wrong.clientId}
              required
            />
          )}
          <CredentialFields
            kind={kind as SourceKind}
            credentials={credentials}
            wrong={wrong}
            onChange={setCredentials}
          />
        </>
      )}
    </ActDialog>
  )
}
