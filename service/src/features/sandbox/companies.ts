import { contactDataScope } from '@lastro/contract/reports/products.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import {
  companyRegistration,
  daysBefore,
  debt,
  everySection,
  everySourceDown,
  everySourceSilent,
  identification,
  manyDebts,
  partners,
  person,
} from './invented.ts'
import type { Scenario } from './scenario.ts'

const cnpj = (number: number) => withCheckDigits(`99999${String(number).padStart(3, '0')}0001`)

const company = (name: string) => ({
  registration: companyRegistration(name),
  identification: identification(name),
  partners: partners(),
})

/** The CNPJs of the sandbox. Each is a branch that an integrator has to handle. */
export const companies: readonly Scenario[] = [
  {
    document: cnpj(1),
    title: { pt: 'Empresa com sócios e administradores', en: 'Company with partners and directors' },
    shows: {
      pt: 'Identificação completa, dois sócios, um administrador, nada consta.',
      en: 'Full identification, two partners, one director, nothing negative.',
    },
    subject: () => {
      const { addresses, phones } = person('FERRAGENS DE EXEMPLO LTDA')
      const known = company('FERRAGENS DE EXEMPLO LTDA')
      return { ...known, registration: { ...known.registration, addresses, phones } }
    },
  },
  {
    document: cnpj(2),
    title: { pt: 'Uma dívida', en: 'One debt' },
    shows: { pt: 'Uma anotação em listingP, de 1520.33.', en: 'One item in listingP, of 1520.33.' },
    subject: (today) => ({
      ...company('PADARIA DE AMOSTRA LTDA'),
      negativeItems: [debt('listingP', daysBefore(today, 75), { legalNatureId: 'DP' })],
    }),
  },
  {
    document: cnpj(3),
    title: { pt: 'Muitas dívidas', en: 'Many debts' },
    shows: {
      pt: '30 anotações em listingR e uma em cada outra seção.',
      en: '30 items in listingR and one in each other section.',
    },
    subject: (today) => {
      const every = everySection(today)
      return {
        ...company('TRANSPORTES IMAGINARIOS LTDA'),
        ...every,
        negativeItems: [...(every.negativeItems ?? []), ...manyDebts('listingR', today, 29)],
      }
    },
  },
  {
    document: cnpj(4),
    title: { pt: 'Empresa baixada', en: 'Closed company' },
    shows: {
      pt: 'statusRegistration BAIXADA, com uma dívida antiga.',
      en: 'statusRegistration BAIXADA, with an old debt.',
    },
    subject: (today) => ({
      registration: companyRegistration('CONFECCOES ENCERRADAS LTDA', {
        statusRegistration: 'BAIXADA',
        statusDate: daysBefore(today, 365),
      }),
      identification: identification('CONFECCOES ENCERRADAS LTDA', { statusRegistration: 'BAIXADA' }),
      partners: partners(),
      negativeItems: [debt('listingP', daysBefore(today, 1_500))],
    }),
  },
  {
    document: withCheckDigits('12ABC34501DE'),
    title: { pt: 'CNPJ alfanumérico', en: 'Alphanumeric CNPJ' },
    shows: {
      pt: 'Um CNPJ com letras; aceita minúsculas e máscara.',
      en: 'A CNPJ with letters; takes lower case and a mask.',
    },
    subject: () => company('TECNOLOGIA ALFANUMERICA LTDA'),
  },
  {
    document: withCheckDigits('ABCDEFGHIJKL'),
    title: { pt: 'CNPJ só de letras, com dívida', en: 'CNPJ of letters only, with a debt' },
    shows: {
      pt: 'Doze letras e uma anotação em collectionRecords.',
      en: 'Twelve letters and one item in collectionRecords.',
    },
    subject: (today) => ({
      ...company('COMERCIO DE LETRAS LTDA'),
      negativeItems: [debt('collectionRecords', daysBefore(today, 33))],
    }),
  },
  {
    document: cnpj(7),
    title: { pt: 'Dívida em discussão judicial', en: 'Debt sub judice' },
    shows: {
      pt: 'flagSubJudice "true" no relatório básico.',
      en: 'flagSubJudice "true" in the basic report.',
    },
    subject: (today) => ({
      ...company('CONSTRUTORA HIPOTETICA LTDA'),
      negativeItems: [
        debt('listingR', daysBefore(today, 250), { flagSubJudice: 'true', legalNatureId: 'FI' }),
      ],
    }),
  },
  {
    document: cnpj(8),
    title: {
      pt: 'Sócia de outras, com dívida ativa e sanção',
      en: 'Partner of others, with public debt and a sanction',
    },
    shows: {
      pt: 'Conteúdo em PARTICIPACOES, DIVIDA_ATIVA e SANCOES.',
      en: 'Content in PARTICIPACOES, DIVIDA_ATIVA and SANCOES.',
    },
    subject: () => company('HOLDING DE EXEMPLO SA'),
    participations: () => [
      {
        companyDocument: cnpj(1),
        companyName: 'FERRAGENS DE EXEMPLO LTDA',
        statusRegistration: 'ATIVA',
        sinceDate: '2018-03-01',
        capitalTotalValue: '25.00',
      },
    ],
    publicDebt: (today) => [
      {
        inscriptionDate: daysBefore(today, 900),
        inscriptionNumber: '80 2 23 000000-00',
        debtType: 'COFINS',
        responsibleUnit: 'PROCURADORIA DE EXEMPLO',
        situation: 'AJUIZADA',
        amount: '125400.77',
        principal: 'true',
        inCourt: 'true',
      },
    ],
    sanctions: (today) => [
      {
        register: 'CNEP',
        category: 'MULTA',
        startDate: daysBefore(today, 200),
        endDate: daysBefore(today, -165),
        sanctioningBody: 'CONTROLADORIA DE EXEMPLO',
        processNumber: '0002/2026',
        legalBasis: 'LEI 12846 ART 6',
        fineAmount: '50000.00',
      },
    ],
  },
  {
    document: cnpj(9),
    title: { pt: 'Empresa desconhecida', en: 'Unknown company' },
    shows: {
      pt: 'CNPJ válido que ninguém conhece: sem identificação e seções vazias.',
      en: 'A valid CNPJ that nobody knows: no identification and empty sections.',
    },
  },
  {
    document: cnpj(10),
    title: { pt: 'Dados de contato fechados', en: 'Contact data gated' },
    shows: {
      pt: 'Responde como a quem não tem o escopo contact-data: sem endereço e telefone.',
      en: 'Answers as to a caller without the scope contact-data: no address or phone.',
    },
    subject: () => company('RESERVADA DE EXEMPLO LTDA'),
    withheldScopes: [contactDataScope],
  },
  {
    document: cnpj(11),
    title: { pt: 'Fonte lenta', en: 'Slow source' },
    shows: {
      pt: 'Responde inteiro depois de um segundo e meio.',
      en: 'Answers whole after a second and a half.',
    },
    subject: () => company('DEMORADA DE EXEMPLO LTDA'),
    delays: { registry: 1_500 },
  },
  {
    document: cnpj(12),
    title: { pt: 'Fonte que não responde', en: 'Silent source' },
    shows: {
      pt: 'A fonte de dívidas passa do prazo: listingP, listingR e collectionRecords trazem source_timeout.',
      en: 'The source of debts passes the deadline: listingP, listingR and collectionRecords carry source_timeout.',
    },
    subject: () => company('CALADA DE EXEMPLO LTDA'),
    delays: { debts: 'never' },
  },
  {
    document: cnpj(13),
    title: { pt: 'Erro no cadastro e na identificação', en: 'Error in registration and identification' },
    shows: {
      pt: 'registration e identificationReport trazem source_unavailable.',
      en: 'registration and identificationReport carry source_unavailable.',
    },
    subject: (today) => ({ partners: partners(), ...everySection(today) }),
    faults: { registration: 'source_unavailable', identificationReport: 'source_unavailable' },
  },
  {
    document: cnpj(14),
    title: { pt: 'Erro no quadro societário', en: 'Error in partners and directors' },
    shows: {
      pt: 'No relatório da empresa, QSAReport traz source_refused; o básico responde 200.',
      en: 'In the company report, QSAReport carries source_refused; the basic report answers 200.',
    },
    subject: () => company('SOCIEDADE OCULTA LTDA'),
    faults: { QSAReport: 'source_refused' },
  },
  {
    document: cnpj(15),
    title: { pt: 'Erro em listingP', en: 'Error in listingP' },
    shows: { pt: 'listingP traz source_timeout.', en: 'listingP carries source_timeout.' },
    subject: (today) => ({ ...company('QUINTA DE EXEMPLO LTDA'), ...everySection(today) }),
    faults: { listingP: 'source_timeout', companyListingP: 'source_timeout' },
  },
  {
    document: cnpj(16),
    title: { pt: 'Erro em listingR', en: 'Error in listingR' },
    shows: { pt: 'listingR traz source_answer_invalid.', en: 'listingR carries source_answer_invalid.' },
    subject: (today) => ({ ...company('SEXTA DE EXEMPLO LTDA'), ...everySection(today) }),
    faults: { listingR: 'source_answer_invalid', companyListingR: 'source_answer_invalid' },
  },
  {
    document: cnpj(17),
    title: {
      pt: 'Erro em check, notary e collectionRecords',
      en: 'Error in check, notary and collectionRecords',
    },
    shows: { pt: 'As três trazem source_unavailable.', en: 'All three carry source_unavailable.' },
    subject: (today) => ({ ...company('SETIMA DE EXEMPLO LTDA'), ...everySection(today) }),
    faults: {
      check: 'source_unavailable',
      notary: 'source_unavailable',
      collectionRecords: 'source_unavailable',
    },
  },
  {
    document: cnpj(18),
    title: { pt: 'Todas as fontes fora do ar', en: 'Every source down' },
    shows: { pt: 'Falha com sources_unavailable.', en: 'Fails with sources_unavailable.' },
    faults: everySourceDown,
  },
  {
    document: cnpj(19),
    title: { pt: 'Todas as fontes caladas', en: 'Every source silent' },
    shows: {
      pt: 'Falha com deadline_exceeded ao fim do prazo.',
      en: 'Fails with deadline_exceeded at the deadline.',
    },
    delays: everySourceSilent,
  },
  {
    document: cnpj(20),
    title: { pt: 'Em recuperação judicial', en: 'In judicial reorganisation' },
    shows: {
      pt: 'statusRegistration ATIVA com specialStatus EM RECUPERACAO JUDICIAL, e nada consta.',
      en: 'statusRegistration ATIVA with specialStatus EM RECUPERACAO JUDICIAL, and nothing negative.',
    },
    subject: (today) => {
      const special = {
        specialStatus: 'EM RECUPERACAO JUDICIAL',
        specialStatusDate: daysBefore(today, 200),
      }
      const name = 'TECELAGEM DE AMOSTRA SA'
      return {
        registration: companyRegistration(name, special),
        identification: identification(name, special),
        partners: partners(),
      }
    },
  },
]
