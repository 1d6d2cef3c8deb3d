import type { Static } from 'typebox'
import { Type } from 'typebox'
import { copiedAt, coverage, described, group, leaf, SectionError } from '../leaves.ts'

/** Section 2.3 of the source document: the registration block of the basic report. */
export const Registration = group({
  documentNumber: leaf.text({ pt: 'Documento, sem máscara.', en: 'Document, without its mask.' }),
  consumerName: leaf.text({ pt: 'Nome da pessoa.', en: "Person's name." }),
  motherName: leaf.text({
    pt: 'Nome da mãe (escopo contact-data).',
    en: "Mother's name (scope contact-data).",
  }),
  consumerGender: leaf.text({ pt: 'Sexo: F ou M.', en: 'Gender: F or M.' }),
  birthDate: leaf.date({ pt: 'Data de nascimento.', en: 'Date of birth.' }),
  statusRegistration: leaf.text({ pt: 'Situação cadastral.', en: 'Status of the registration.' }),
  statusDate: leaf.date({ pt: 'Data da situação.', en: 'Date of that status.' }),
  companyDocument: leaf.text({ pt: 'CNPJ da empresa.', en: "Company's CNPJ." }),
  companyName: leaf.text({ pt: 'Razão social.', en: 'Legal name of the company.' }),
  foundationDate: leaf.date({ pt: 'Data de abertura.', en: 'Date of foundation.' }),
  address: group(
    {
      city: leaf.text({ pt: 'Município.', en: 'City.' }),
      state: leaf.text({ pt: 'UF.', en: 'State.' }),
    },
    { pt: 'Endereço principal (escopo contact-data).', en: 'Main address (scope contact-data).' },
  ),
  addresses: Type.Array(
    group({
      addressLine: leaf.text({ pt: 'Logradouro.', en: 'Street.' }),
      addressTypeCode: leaf.text({ pt: 'Código do tipo.', en: 'Code of the type.' }),
      addressTypeDescription: leaf.text({ pt: 'Tipo do endereço.', en: 'Type of address.' }),
      addressNumber: leaf.text({ pt: 'Número.', en: 'Number.' }),
      district: leaf.text({ pt: 'Bairro.', en: 'District.' }),
      zipCode: leaf.text({ pt: 'CEP, 8 dígitos.', en: 'Postcode, 8 digits.' }),
      country: leaf.text({ pt: 'País.', en: 'Country.' }),
      city: leaf.text({ pt: 'Município.', en: 'City.' }),
      state: leaf.text({ pt: 'UF.', en: 'State.' }),
      addressComplement: leaf.text({ pt: 'Complemento.', en: 'Complement.' }),
      updateDate: leaf.date({ pt: 'Data da atualização.', en: 'Date of the update.' }),
    }),
    described({
      pt: 'Endereços (adicional ENDERECOS_TELEFONES).',
      en: 'Addresses (feature ENDERECOS_TELEFONES).',
    }),
  ),
  phones: Type.Array(
    group({
      regionCode: leaf.text({ pt: 'Código do país.', en: 'Country code.' }),
      areaCode: leaf.text({ pt: 'DDD.', en: 'Area code.' }),
      phoneNumber: leaf.text({ pt: 'Número.', en: 'Number.' }),
      phoneType: leaf.text({ pt: 'Tipo do telefone.', en: 'Type of phone.' }),
      phoneTypeCode: leaf.text({ pt: 'Código do tipo.', en: 'Code of the type.' }),
      updateDate: leaf.date({ pt: 'Data da atualização.', en: 'Date of the update.' }),
    }),
    described({
      pt: 'Telefones (adicional ENDERECOS_TELEFONES).',
      en: 'Phones (feature ENDERECOS_TELEFONES).',
    }),
  ),
  specialStatus: leaf.text({
    pt: 'Situação especial, como EM RECUPERACAO JUDICIAL ou FALIDO; ausente quando nenhuma fonte a informa.',
    en: 'Special status, such as EM RECUPERACAO JUDICIAL or FALIDO; absent when no source states one.',
  }),
  specialStatusDate: leaf.date({ pt: 'Data da situação especial.', en: 'Date of the special status.' }),
  coverage,
  copiedAt,
  error: SectionError,
})
export type Registration = Static<typeof Registration>
