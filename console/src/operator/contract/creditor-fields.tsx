import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/contract.ts'
import type { ContractFieldsProps } from './contract-fields.ts'

/** For whom the client may list debts. */
export function CreditorFields({ draft, onChange, wrong }: ContractFieldsProps) {
  const say = useSay(contractWords)
  const { creditors } = draft
  const set = (at: number, change: Partial<Creditor>) =>
    onChange({
      ...draft,
      creditors: creditors.map((one, place) => (place === at ? { ...one, ...change } : one)),
    })
  const takeOut = (at: number) =>
    onChange({ ...draft, creditors: creditors.filter((_, place) => place !== at) })
  return (
    <fieldset>
      <legend>{say('creditors')}</legend>
      <p className="muted small">{say('creditorsHelp')}</p>
      {creditors.map((creditor, at) => (
        <div key={at} className="fields with-act">
          <DocumentField
            label={say('creditorDocument')}
            value={creditor.document}
            onText={(document) => set(at, { document })}
            wrong={wrong[`creditors[${at}].document`]}
          />
          <TextField
            label={say('creditorName')}
            maxLength={70}
            value={creditor.name}
            wrong={wrong[`creditors[${at}].name`]}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <button type="button" className="plain" onClick={() => takeOut(at)}>
            {say('removeCreditor')}
          </button>
        </div>
      ))}
      <button
        type="button"
        onClick={() => onChange({ ...draft, creditors: [...creditors, { document: '', name: '' }] })}
      >
        {say('addCreditor')}
      </button>
    </fieldset>
  )
}
