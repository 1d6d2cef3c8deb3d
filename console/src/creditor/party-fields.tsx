import { DocumentField } from '../parts/forms/document-field.tsx'
import { SelectField, TextField } from '../parts/forms/field.tsx'
import { digitsOf } from '../parts/forms/form-values.ts'
import { useSay } from '../shell/language.tsx'
import { creditorWords } from '../words/creditor/creditor.ts'

export type FieldsProps = {
  readonly values: Readonly<Record<string, string>>
  readonly wrong: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

type FieldName = keyof typeof creditorWords

/** One field of a debt or a guarantor, by the name that the service gives it. */
export function useFieldOf({ values, wrong, onChange }: FieldsProps) {
  const say = useSay(creditorWords)
  return (name: FieldName, help?: FieldName) => ({
    name,
    label: say(name),
    value: values[name] ?? '',
    wrong: wrong[name],
    help: help === undefined ? undefined : say(help),
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(name, event.target.value),
  })
}

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

/** Who is told: the same for a debtor and a guarantor. */
export function PartyFields({ isGuarantor, ...fields }: FieldsProps & { readonly isGuarantor: boolean }) {
  const say = useSay(creditorWords)
  const field = useFieldOf(fields)
  return (
    <>
      <fieldset>
        <legend>{say(isGuarantor ? 'groupGuarantor' : 'groupDebtor')}</legend>
        <div className="fields">
          <DocumentField
            name="documento"
            label={say('documento')}
            value={fields.values.documento ?? ''}
            onText={(text) => fields.onChange('documento', text)}
            wrong={fields.wrong.documento}
            required
            data-page-field
          />
          <TextField {...field('name', 'nameHelp')} required />
          <TextField {...field('birthDate', 'birthDateHelp')} type="date" />
        </div>
      </fieldset>
      <AddressFields {...fields} />
      <fieldset>
        <legend>{say('groupContact')}</legend>
        <div className="fields">
          <TextField {...field('contact.email', 'contact.emailHelp')} type="email" maxLength={254} />
          <TextField
            {...field('contact.phone')}
            type="tel"
            onChange={(event) => fields.onChange('contact.phone', digitsOf(event.target.value))}
            maxLength={15}
          />
        </div>
      </fieldset>
    </>
  )
}

export function AddressFields(fields: FieldsProps) {
  const say = useSay(creditorWords)
  const field = useFieldOf(fields)
  return (
    <fieldset>
      <legend>{say('groupAddress')}</legend>
      <div className="fields">
        <TextField
          {...field('address.zipCode')}
          inputMode="numeric"
          maxLength={9}
          required
          onChange={(event) => fields.onChange('address.zipCode', digitsOf(event.target.value).slice(0, 8))}
        />
        <TextField {...field('address.addressLine')} required />
        <TextField {...field('address.number')} />
        <TextField {...field('address.complement')} />
        <TextField {...field('address.district')} required />
        <TextField {...field('address.city')} required />
        <SelectField {...field('address.state')} required>
          <option value="">{say('choose')}</option>
          {states.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  )
}
