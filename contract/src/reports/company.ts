import { type Static, Type } from 'typebox'
import { copiedAt, coverage, group, leaf, SectionError } from '../leaves.ts'

/** Section 2.4 of the source document: who the company is. */
export const IdentificationReport = group({
  updateDate: leaf.date({ pt: 'Data da atualização.', en: 'Date of the update.' }),
  statusRegistration: leaf.text({ pt: 'Situação do CNPJ.', en: 'Status of the CNPJ.' }),
  companyName: leaf.text({ pt: 'Razão social.', en: 'Legal name.' }),
  companyAlias: leaf.text({ pt: 'Nome fantasia.', en: 'Trade name.' }),
  companyUrl: leaf.text({ pt: 'Página na internet.', en: 'Web page.' }),
  partnership: leaf.text({ pt: 'Forma da sociedade.', en: 'Form of partnership.' }),
  companyRegister: leaf.text({ pt: 'Registro da empresa.', en: 'Company register number.' }),
  companyRegisterDate: leaf.date({ pt: 'Data do registro.', en: 'Date of the register.' }),
  companyFoundation: leaf.date({ pt: 'Data de fundação.', en: 'Date of foundation.' }),
  numberEmployees: leaf.count({ pt: 'Número de empregados.', en: 'Number of employees.' }),
  taxOption: leaf.text({ pt: 'Opção tributária.', en: 'Tax option.' }),
  stateRegistration: leaf.text({ pt: 'Inscrição estadual.', en: 'State registration.' }),
  economicActivity: leaf.text({ pt: 'Atividade econômica.', en: 'Economic activity.' }),
  importPurchases: leaf.percent({
    pt: 'Importação sobre compras, em %.',
    en: 'Imports over purchases, in %.',
  }),
  exportSales: leaf.percent({ pt: 'Exportação sobre vendas, em %.', en: 'Exports over sales, in %.' }),
  cnae: leaf.text({ pt: 'CNAE principal.', en: 'Main CNAE code.' }),
  serasaActiveCode: leaf.text({ pt: 'Código do ramo no birô.', en: "Bureau's activity code." }),
  branchOffices: leaf.count({ pt: 'Número de filiais.', en: 'Number of branches.' }),
  nireNumber: leaf.text({ pt: 'NIRE.', en: 'NIRE number.' }),
  legalNatureCode: leaf.text({ pt: 'Código da natureza jurídica.', en: 'Code of the legal nature.' }),
  address: group(
    {
      addressLine: leaf.text({ pt: 'Logradouro.', en: 'Street.' }),
      zipCode: leaf.text({ pt: 'CEP, 8 dígitos.', en: 'Postcode, 8 digits.' }),
      district: leaf.text({ pt: 'Bairro.', en: 'District.' }),
      country: leaf.text({ pt: 'País.', en: 'Country.' }),
      city: leaf.text({ pt: 'Município.', en: 'City.' }),
      state: leaf.text({ pt: 'UF.', en: 'State.' }),
      countryCode: leaf.text({ pt: 'Código do país.', en: 'Country code.' }),
    },
    { pt: 'Endereço da sede (escopo contact-data).', en: 'Head office (scope contact-data).' },
  ),
  phone: group(
    {
      areaCode: leaf.text({ pt: 'DDD.', en: 'Area code.' }),
      phoneNumber: leaf.text({ pt: 'Número.', en: 'Number.' }),
    },
    { pt: 'Telefone (escopo contact-data).', en: 'Phone (scope contact-data).' },
  ),
  predecessorList: Type.Array(
    group({
      predecessorName: leaf.text({ pt: 'Razão social anterior.', en: 'Earlier legal name.' }),
      predecessorDate: leaf.date({ pt: 'Até quando valeu.', en: 'Until when it held.' }),
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
export type IdentificationReport = Static<typeof IdentificationReport>

const listedText = {
  pt: 'Quantos a lista mostra, quando são menos que count.',
  en: 'How many the list shows, when fewer than count.',
}

/** Section 2.4: capital, partners and directors. */
export const QSAReport = group({
  companyData: group({
    socialCapitalValue: leaf.money({ pt: 'Capital social.', en: 'Share capital.' }),
    accomplishedValue: leaf.money({ pt: 'Capital integralizado.', en: 'Paid-up capital.' }),
    informationUpdateDate: leaf.date({ pt: 'Data da informação.', en: 'Date of the information.' }),
    countryOrigin: leaf.text({ pt: 'País de origem.', en: 'Country of origin.' }),
    controlType: leaf.text({ pt: 'Tipo de controle.', en: 'Type of control.' }),
    nature: leaf.text({ pt: 'Natureza do capital.', en: 'Nature of the capital.' }),
  }),
  partnerCompleteReport: group({
    partnersList: Type.Array(
      group({
        documentType: leaf.text({ pt: 'CPF ou CNPJ.', en: 'CPF or CNPJ.' }),
        documentId: leaf.text({ pt: 'Documento do sócio.', en: "Partner's document." }),
        name: leaf.text({ pt: 'Nome do sócio.', en: "Partner's name." }),
        sinceDate: leaf.date({ pt: 'Sócio desde.', en: 'Partner since.' }),
        nationality: leaf.text({ pt: 'Nacionalidade.', en: 'Nationality.' }),
        restrictionSign: leaf.flag({
          pt: 'Há restrição no documento.',
          en: 'The document has restrictions.',
        }),
        documentConsistency: leaf.flag({
          pt: 'O documento é consistente.',
          en: 'The document is consistent.',
        }),
        capitalTotalValue: leaf.percent({ pt: 'Parte do capital, em %.', en: 'Share of capital, in %.' }),
        capitalVoterValue: leaf.percent({
          pt: 'Parte do capital votante, em %.',
          en: 'Share of voting capital, in %.',
        }),
      }),
    ),
    summary: group({
      count: leaf.count({ pt: 'Quantos sócios.', en: 'How many partners.' }),
      listed: leaf.count(listedText),
    }),
  }),
  directorCompleteReport: group({
    directorsList: Type.Array(
      group({
        documentType: leaf.text({ pt: 'CPF ou CNPJ.', en: 'CPF or CNPJ.' }),
        documentId: leaf.text({ pt: 'Documento do administrador.', en: "Director's document." }),
        name: leaf.text({ pt: 'Nome do administrador.', en: "Director's name." }),
        role: leaf.text({ pt: 'Cargo.', en: 'Role.' }),
        maritalStatus: leaf.text({ pt: 'Estado civil.', en: 'Marital status.' }),
        sinceDate: leaf.date({ pt: 'No cargo desde.', en: 'In the role since.' }),
        mandateStart: leaf.date({ pt: 'Início do mandato.', en: 'Start of the mandate.' }),
        mandateEnd: leaf.date({ pt: 'Fim do mandato.', en: 'End of the mandate.' }),
        nationality: leaf.text({ pt: 'Nacionalidade.', en: 'Nationality.' }),
        restrictionSign: leaf.flag({
          pt: 'Há restrição no documento.',
          en: 'The document has restrictions.',
        }),
        documentConsistency: leaf.flag({
          pt: 'O documento é consistente.',
          en: 'The document is consistent.',
        }),
        informationUpdateDate: leaf.date({ pt: 'Data da informação.', en: 'Date of the information.' }),
        typeOfMandate: leaf.text({ pt: 'Tipo do mandato.', en: 'Type of mandate.' }),
      }),
    ),
    summary: group({
      count: leaf.count({ pt: 'Quantos administradores.', en: 'How many directors.' }),
      listed: leaf.count(listedText),
      infoMessages: group({
        message: Type.Array(leaf.text({ pt: 'Observação.', en: 'Remark.' })),
      }),
    }),
  }),
  coverage,
  copiedAt,
  error: SectionError,
})
export type QSAReport = Static<typeof QSAReport>
