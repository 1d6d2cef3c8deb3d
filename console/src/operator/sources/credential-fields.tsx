import { type SourceKind, sourceKinds } from '@lastro/contract/operator/source-kinds.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/sources.ts'

export type TypedCredentials = Readonly<Record<string, string>>

type CredentialFieldsProps = {
  readonly kind: SourceKind
  readonly credentials: TypedCredentials
  readonly wrong: string | undefined
  readonly onChange: (credentials: TypedCredentials) => void
}

/** Those that the kind of a source takes. They are typed, and never read back. */
export function CredentialFields({ kind, credentials, wrong, onChange }: CredentialFieldsProps) {
  const say = useSay(sourceWords)
  return sourceKinds[kind].credentials.map((name) => (
    <TextField
      key={name}
      label={say(name)}
      type={name === 'clientId' ? 'text' : 'password'}
      required
      autoComplete="off"
      value={credentials[name] ?? ''}
      wrong={wrong}
      onChange={(event) => onChange({ ...credentials, [name]: event.target.value })}
    />
  ))
}
