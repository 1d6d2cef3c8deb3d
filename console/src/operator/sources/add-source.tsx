import { sourceKindNames, sourceKinds } from '@lastro/contract/operator/source-kinds.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { centsOf } from '../../parts/forms/amount.ts'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'
import { useOperator } from '../operations.ts'
import { sourcesName } from '../operator-names.ts'
import { CredentialFields, credentialsFor, type TypedCredentials } from './credential-fields.tsx'

/** Declares a source, disabled. */
export function AddSource({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(sourceWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const [kind, setKind] = useState(sourceKindNames[0] ?? 'lastro')
  const [typed, setTyped] = useState({ name: '', url: '', price: '', budget: '' })
  const [credentials, setCredentials] = useState<TypedCredentials>({})
  const [price, budget] = [centsTyped(typed.price), centsTyped(typed.budget)]
  const declare = () =>
    operator.declareSource({
      name: typed.name.trim(),
      kind,
      url: typed.url.trim(),
      credentials: credentialsFor(kind, credentials),
      ...(price !== undefined && { price }),
      ...(budget !== undefined && { monthlyBudget: budget }),
    })
  const unfit = (text: string, cents: number | undefined) =>
    text.trim() !== '' && cents === undefined ? say('notAPrice') : undefined
  const money = { inputMode: 'decimal', autoComplete: 'off', className: 'right number' } as const
  return (
    <ActDialog
      title={say('add')}
      text={say('addText')}
      button={say('add')}
      act={declare}
      changes={sourcesName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={say('name')}
            help={say('nameHelp')}
            required
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            value={typed.name}
            wrong={wrong.name}
            onChange={(event) => setTyped({ ...typed, name: event.target.value })}
          />
          <SelectField
            label={say('kind')}
            value={kind}
            wrong={wrong.kind}
            onChange={(event) => setKind(event.target.value as typeof kind)}
          >
            {sourceKindNames.map((one) => (
              <option key={one} value={one}>
                {sourceKinds[one].name[language]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={say('url')}
            type="url"
            required
            autoComplete="off"
            value={typed.url}
            wrong={wrong.url}
            onChange={(event) => setTyped({ ...typed, url: event.target.value })}
          />
          <CredentialFields kind={kind} credentials={credentials} wrong={wrong} onChange={setCredentials} />
          <TextField
            {...money}
            label={say('price')}
            value={typed.price}
            wrong={wrong.price}
            unfit={unfit(typed.price, price)}
            onChange={(event) => setTyped({ ...typed, price: event.target.value })}
          />
          <TextField
            {...money}
            label={say('budget')}
            help={say('budgetHelp')}
            value={typed.budget}
            wrong={wrong.monthlyBudget}
            unfit={unfit(typed.budget, budget)}
            onChange={(event) => setTyped({ ...typed, budget: event.target.value })}
          />
        </>
      )}
    </ActDialog>
  )
}

const centsTyped = (text: string): number | undefined => (text.trim() === '' ? undefined : centsOf(text))
