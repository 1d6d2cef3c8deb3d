import { addDays, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import type { DataSet, FileKind } from '../data-set.ts'
import { companyMerger } from './merge-company.ts'
import { companyReader } from './read-company.ts'
import { establishmentReader } from './read-establishment.ts'
import { partnerReader } from './read-partner.ts'
import { taxOptionReader } from './read-tax-option.ts'
import { receitaPublisher } from './receita-publisher.ts'
import { sampleReceita } from './sample/sample-receita.ts'

/** The company register of the Receita Federal: 37 zips a month, the whole each time. */
export const receita: DataSet = {
  name: 'receita',
  tables: [
    { name: 'company', hasOrder: false },
    { name: 'branch', hasOrder: true },
    { name: 'participation', hasOrder: false },
  ],
  files: [
    { ...numbered('companies', 'Empresas', 'EMPRECSV', 7, companyReader), amount: 'capital' },
    numbered('establishments', 'Estabelecimentos', 'ESTABELE', 30, establishmentReader),
    numbered('partners', 'Socios', 'SOCIOCSV', 11, partnerReader),
    {
      ...single('tax options', 'Simples', 7),
      innerName: /\.SIMPLES\.CSV\.D\d{5}$/i,
      reader: taxOptionReader,
    },
    domain('cnae', 'Cnaes', 'CNAECSV'),
    domain('reason', 'Motivos', 'MOTICSV'),
    domain('municipality', 'Municipios', 'MUNICCSV'),
    domain('nature', 'Naturezas', 'NATJUCSV'),
    domain('country', 'Paises', 'PAISCSV'),
    domain('qualification', 'Qualificacoes', 'QUALSCSV'),
  ],
  periodOf: (date) => date.slice(0, 7),
  publisher: receitaPublisher,
  merger: companyMerger,
  isSearchable: true,
  sample: sampleReceita,
}

function numbered(
  name: string,
  zip: string,
  ending: string,
  columns: number,
  reader: FileKind['reader'],
): FileKind {
  return {
    name,
    zipName: new RegExp(`^${zip}\\d\\.zip$`, 'i'),
    innerName: new RegExp(`\\.D\\d{5}\\.${ending}$`, 'i'),
    zips: Array.from({ length: 10 }, (_, at) => `${zip}${at}.zip`),
    countMin: 10,
    isCutEvenly: true,
    dateOf: dateOfName,
    columns: { kind: 'places', count: columns },
    reader,
  }
}

function single(name: string, zip: string, columns: number) {
  return {
    name,
    zipName: new RegExp(`^${zip}\\.zip$`, 'i'),
    zips: [`${zip}.zip`],
    countMin: 1,
    dateOf: dateOfName,
    columns: { kind: 'places', count: columns },
  } as const
}

function domain(name: string, zip: string, ending: string): FileKind {
  return {
    ...single(name, zip, 2),
    innerName: new RegExp(`\\.D\\d{5}\\.${ending}$`, 'i'),
    domain: name,
    // Domain rows are read as code and text, by the import itself.
    reader: () => () => 'domain',
  }
}

/** `D60613` is 13 June of the last year that ends with a 6; a clock may be behind, but not by more than a month. */
export function dateOfName(innerName: string, today: Day): Day | undefined {
  const [, digit, month, day] = /\.D(\d)(\d\d)(\d\d)(?:\.|$)/i.exec(innerName) ?? []
  if (digit === undefined) return undefined
  const decade = today.slice(0, 3)
  const found = parseDay(`${decade}${digit}-${month}-${day}`)
  if (found !== undefined && found <= addDays(today, 31)) return found
  return parseDay(`${Number(decade) - 1}${digit}-${month}-${day}`)
}
