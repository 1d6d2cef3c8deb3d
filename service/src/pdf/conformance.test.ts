import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inventedNotice, noticeFacts } from '../../testing/invented/invented-notice.ts'
import { debtsOutline, debtsReportText, given } from '../../testing/invented/invented-report.ts'
import { pdfFaults } from '../../testing/pdf/pdf-faults.ts'
import { type PdfObjects, readPdfObjects } from '../../testing/pdf/pdf-reader.ts'
import { letterPdf } from '../features/notices/letter-pdf.ts'
import { reportPdf } from '../features/reports/document/report-pdf.ts'

const paper = {
  sender: 'Birô Exemplo, Caixa Postal 100, 01031-970 São Paulo/SP',
  writtenAtMs: Date.parse('2026-03-02T12:00:00Z'),
}

const report = readPdfObjects(await reportPdf(debtsOutline(debtsReportText(60)), given))

test('a report is for reading aloud and for keeping', () => {
  assert.deepEqual(pdfFaults(report), [])
})

test('a letter is for reading aloud and for keeping, whoever it is for and however long', async () => {
  const { recipient } = noticeFacts()
  const names = [
    'Ω Ж ש ظ',
    'شركة الأمثلة',
    '山田 😀',
    'e\u0301\u0323 ﷺ',
    '\u0700 \u0750',
    '\ue000\uf8ff',
    '\ufeff',
    '<&>',
  ]
  for (const name of names) {
    const letter = await letterPdf(inventedNotice({ recipient: { ...recipient, name } }), paper)
    assert.deepEqual(pdfFaults(readPdfObjects(letter)), [], name)
  }
  const long = inventedNotice({ howToContest: 'por carta ou por telefone '.repeat(400) })
  assert.deepEqual(pdfFaults(readPdfObjects(await letterPdf(long, paper))), [])
})

/** The report with one thing wrong: every object in which a text is found has it replaced. */
function damaged(from: string, to: string): PdfObjects {
  const objects = new Map(report.objects)
  let found = report.trailer.includes(from)
  for (const [ref, { dictionary, data }] of report.objects) {
    const content = data?.toString('latin1')
    if (!dictionary.includes(from) && !content?.includes(from)) continue
    found = true
    objects.set(ref, {
      dictionary: dictionary.replace(from, to),
      data: content === undefined ? undefined : Buffer.from(content.replace(from, to), 'latin1'),
    })
  }
  assert.ok(found, `${from} is not in the file`)
  return { trailer: report.trailer.replace(from, to), objects }
}

const damages: readonly (readonly [from: string, to: string, fault: RegExp])[] = [
  ['/ID[', '/Id[', /no ID/],
  ['/Type/XRef', '/Type/XRef/Encrypt 1 0 R', /encrypted/],
  ['/Marked true', '/Marked false', /tagged/],
  ['/Lang(pt-BR)', '', /names no language/],
  ['/DisplayDocTitle true', '/DisplayDocTitle false', /title/],
  ['/Type/Catalog', '/Type/Catalog/OpenAction 1 0 R', /more than it may/],
  ['/Metadata ', '/Metadatum ', /no metadata/],
  ['/Subtype/XML', '', /what it is/],
  ['<?xpacket begin', '<?packet begin', /packet/],
  ['<pdfuaid:part>1', '<pdfuaid:part>2', /PDF\/UA-1/],
  ['<pdfaid:conformance>A', '<pdfaid:conformance>B', /PDF\/A-2a/],
  ['<pdfaSchema:namespaceURI>', '<pdfaSchema:uri>', /schema/],
  ['TERESA', 'OUTRA', /title is not/],
  ['/Producer', '/Author<feff0041>/Producer', /author/],
  ['<rdf:li>pt-BR', '<rdf:li>en', /language is not/],
  ['<xmp:CreateDate>2026', '<xmp:CreateDate>2025', /day is not/],
  ['/OutputIntents[', '/OutputIntentions[', /colours mean/],
  ['/GTS_PDFA1', '/GTS_PDFX', /not for PDF\/A/],
  ['/OutputConditionIdentifier(sRGB)', '', /no name/],
  ['/N 3', '/N 4', /three colours/],
  ['mntrRGB', 'prtrRGB', /display/],
  ['acsp', 'none', /is none/],
  ['/S/Document', '/S/Part', /no document/],
  ['/S/H2', '/S/H9', /H9 is no element/],
  ['/S/L/', '/S/Sect/', /LI stands in Sect/],
  ['/Scope/Column', '/Scope/None', /whose it is/],
  ['/S/H1', '/S/P', /headings/],
  ['/Tabs/S', '', /order/],
  ['/TD<</MCID 40>>BDC', '/TD<</MCID 41>>BDC', /belong/],
  ['/Artifact BMC', '', /neither tagged nor artifact/],
  ['0.08 g', '0 0 0 1 k', /k paints/],
  ['/FontFile2', '/FontFile3', /not in the file/],
  ['/ToUnicode', '/ToCode', /codes mean/],
  ['<0020><007e><0020>', '<0020><007e><e000>', /no meaning/],
  ['/W[32[', '/W[32[9', /wide/],
]

for (const [from, to, fault] of damages) {
  test(`a file in which ${JSON.stringify(from)} is ${JSON.stringify(to)} does not pass`, () => {
    assert.match(pdfFaults(damaged(from, to)).join('; '), fault)
  })
}

type Changed = (dictionary: string, data: Buffer) => { readonly dictionary: string; readonly data: Buffer }

/** The faults of the report when the first object that is found is another. */
function faultsWhen(find: RegExp, change: Changed): string {
  const [ref, { dictionary, data }] =
    [...report.objects].find(([, one]) => find.test(one.dictionary)) ?? assert.fail(String(find))
  const objects = new Map(report.objects).set(ref, change(dictionary, Buffer.from(data ?? '')))
  return pdfFaults({ ...report, objects }).join('; ')
}

test('a row that lacks a cell does not pass', () => {
  const faults = faultsWhen(/\/S\/TR.*\/K\[/, (dictionary, data) => ({
    dictionary: dictionary.replace(/\d+ 0 R \]/, ']'),
    data,
  }))
  assert.match(faults, /same cells/)
})

test('a profile of another length, or a newer one, does not pass', () => {
  const longer = faultsWhen(/\/N 3/, (dictionary, data) => ({
    dictionary,
    data: Buffer.concat([data, Buffer.alloc(4)]),
  }))
  assert.match(longer, /own length/)
  const newer = faultsWhen(/\/N 3/, (dictionary, data) => ({
    dictionary,
    data: Buffer.concat([data.subarray(0, 8), Buffer.from([5]), data.subarray(9)]),
  }))
  assert.match(newer, /newer/)
})

test('a code that has no glyph does not pass', () => {
  const ref = [...report.objects.values()]
    .map(({ dictionary }) => /\/CIDToGIDMap (\d+) 0 R/.exec(dictionary)?.[1])
    .find((one) => one !== undefined)
  const map = { dictionary: '', data: Buffer.alloc(2 * 65_536) }
  const objects = new Map(report.objects).set(Number(ref), map)
  assert.match(pdfFaults({ ...report, objects }).join('; '), /no glyph/)
})
