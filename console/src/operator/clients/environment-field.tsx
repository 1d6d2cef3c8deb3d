import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ReactNode } from 'react'
import { SelectField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'

export const environments: readonly Environment[] = ['production', 'sandbox']

export const environmentOf = (text: string | null): Environment | undefined =>
  environments.find((one) => one === text)

type EnvironmentFieldProps = {
  readonly value: Environment | undefined
  readonly onChoose: (environment: Environment | undefined) => void
  /** A choice before the two: for both, or for none yet. */
  readonly children?: ReactNode
  readonly required?: boolean
}

export function EnvironmentField({ value, onChoose, children, required }: EnvironmentFieldProps) {
  const say = useSay(operatorWords)
  return (
    <SelectField
      label={say('environment')}
      required={required}
      value={value ?? ''}
      onChange={(event) => onChoose(environmentOf(event.target.value))}
    >
      {children}
      {environments.map((one) => (
        <option key={one} value={one}>
          {say(one)}
        </option>
      ))}
    </SelectField>
  )
}
