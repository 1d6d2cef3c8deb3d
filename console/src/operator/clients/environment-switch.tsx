import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { useSay } from '../../shell/language.tsx'
import { operatorWords } from '../../words/operator/operator.ts'
import { keepEnvironment } from './chosen-environment.ts'
import { environments } from './environment-field.tsx'

type EnvironmentSwitchProps = {
  readonly value: Environment
  readonly onChoose: (environment: Environment) => void
}

/** Which of the two a page is about: both in sight, one chosen. */
export function EnvironmentSwitch({ value, onChoose }: EnvironmentSwitchProps) {
  const say = useSay(operatorWords)
  return (
    <fieldset className="switch">
      <legend>{say('environment')}</legend>
      {environments.map((one) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name="environment"
            checked={one === value}
            onChange={() => {
              keepEnvironment(one)
              onChoose(one)
            }}
          />
          <span>{say(one)}</span>
        </label>
      ))}
    </fieldset>
  )
}
