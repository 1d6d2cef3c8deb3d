import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { ChoiceBoxes } from '../../parts/forms/choice-boxes.tsx'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { type ContractFieldsProps, wrongWith } from './contract-fields.ts'

type CreditorFieldsProps = ContractFieldsProps & {
  /** Those of the contract as it stands: they stay or go, and nobody types them again. */
  readonly known: readonly Creditor[]
}

/** For whom the client may list debts: chosen from those it has, and others by CPF or CNPJ and name. */
export function CreditorFields({ draft, onChange, wrong, known }: CreditorFieldsProps) {
  const say = useSay(contractWords)
  const kept = known.filter((one) => draft.creditors.some((other) => isSame(one, other)))
  const added = draft.creditors.filter((one) => !known.some((other) => isSame(one, other)))
  const give = (staying: readonly Creditor[], coming: readonly Creditor[]) =>
    onChange({ ...draft, creditors: [...staying, ...coming] })
  const set = (at: number, change: Partial<Creditor>) =>
    give(
      kept,
      added.map((one, place) => (place === at ? { ...one, ...change } : one)),
    )
  return (
    <>
      <p className="muted small">{say('creditorsHelp')}</p>
      {known.length > 0 && (
        <ChoiceBoxes
          legend={say('creditors')}
          wrong={wrongWith(wrong, 'creditors')}
          choices={known.map(({ document, name }) => ({
            code: document,
            name: printable(name),
            help: documentText(document),
          }))}
          chosen={kept.map(({ document }) => document)}
          onChoose={(documents) =>
            give(
              known.filter(({ document }) => documents.includes(document)),
              added,
            )
          }
        />
      )}
      <fieldset>
        <legend>{say('creditorsNew')}</legend>
        {added.map((creditor, at) => (
          <div key={at} className="fields with-act">
            <DocumentField
              label={say('creditorDocument')}
              value={creditor.document}
              onText={(document) => set(at, { document })}
              wrong={wrong[`creditors[${kept.length + at}].document`]}
            />
            <TextField
              label={say('creditorName')}
              maxLength={70}
              value={creditor.name}
              wrong={wrong[`creditors[${kept.length + at}].name`]}
              onChange={(event) => set(at, { name: event.target.value })}
            />
            <button
              type="button"
              className="plain"
              onClick={() =>
                give(
                  kept,
                  added.filter((_, place) => place !== at),
                )
              }
            >
              {say('removeCreditor')}
            </button>
          </div>
        ))}
        <button type="button" onClick={() => give(kept, [...added, { document: '', name: '' }])}>
          {say('addCreditor')}
        </button>
      </fieldset>
    </>
  )
}

const isSame = (one: Creditor, other: Creditor): boolean =>
  one.document === other.document && one.name === other.name
