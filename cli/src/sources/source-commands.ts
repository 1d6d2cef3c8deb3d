import { randomUUID } from 'node:crypto'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import { sourceKindNames, sourceKinds } from '@lastro/contract/operator/source-kinds.ts'
import { sectionIds } from '@lastro/contract/reports/sections.ts'
import type { DeclaredSource } from '@lastro/service/features/declared-sources/declared-source.ts'
import { sourceViews } from '@lastro/service/features/declared-sources/source-view.ts'
import { tryDeclaredSource } from '@lastro/service/program/try-declared-source.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { type Command, Option } from 'commander'
import { documentAsked } from '../document-asked.ts'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, print, refuse, say, table, tell, withStore } from '../terminal.ts'
import { addSource, giveCredentials, type NewSource } from './add-source.ts'
import { testText } from './test-text.ts'

/** Sources that the operator declares. They are named by their names; what goes on record is their id. */
export function sourceCommands(program: Command): void {
  const source = program
    .command('source')
    .description(say({ pt: 'Fontes que respondem de fora', en: 'Sources that answer from outside' }))
  const adding = source
    .command('add')
    .description(
      say({
        pt: 'Declara uma fonte, desativada: teste e depois ative',
        en: 'Declare a source, disabled: test it, then enable it',
      }),
    )
    .requiredOption('--name <name>', say({ pt: 'O nome nos relatórios', en: 'The name in reports' }))
    .addOption(
      new Option('--kind <kind>', say({ pt: 'O tipo', en: 'The kind' }))
        .choices([...sourceKindNames])
        .makeOptionMandatory(),
    )
    .requiredOption('--url <url>', say({ pt: 'Onde responde', en: 'Where it answers' }))
    .option('--credentials <file>', credentialsHelp())
    .option(
      '--sections <ids>',
      `${say({ pt: 'Só estas seções', en: 'These sections only' })}: ${sectionIds.join(', ')}`,
    )
    .option('--concurrency <number>', say({ pt: 'Chamadas ao mesmo tempo; 10', en: 'Calls at a time; 10' }))
    .option(
      '--client-concurrency <number>',
      say({ pt: 'Das quais por cliente; metade', en: 'Of which for one client; half of them' }),
    )
    .option(
      '--timeout <ms>',
      say({ pt: 'Milissegundos de uma chamada; 4000', en: 'Milliseconds of a call; 4000' }),
    )
    .option(
      '--price <reais>',
      say({ pt: 'Quanto custa uma consulta, como 1,50', en: 'What a query costs, such as 1.50' }),
    )
    .option(
      '--budget <reais>',
      say({
        pt: 'Quanto o operador gasta por mês no máximo',
        en: 'What the operator spends in a month at most',
      }),
    )
    .option(...jsonOption)
  onRecord(adding, {
    operation: 'operadorFontesInclui',
    work: async (act, asked: NewSource) => {
      const added = await addSource(act.store, asked, randomUUID)
      act.target = added.id
      tell(asked, { sourceId: added.id }, addedText(added))
    },
  })
  source
    .command('list')
    .description(say({ pt: 'Lista as fontes declaradas', en: 'List the declared sources' }))
    .option(...jsonOption)
    .action(list)
  source
    .command('show')
    .description(say({ pt: 'Mostra uma fonte', en: 'Show a source' }))
    .argument('<name>')
    .option(...jsonOption)
    .action(show)
  const giving = source
    .command('credentials')
    .description(
      say({
        pt: 'Troca as credenciais: as do operador, ou as de um cliente que paga por si',
        en: "Set the credentials: the operator's, or those of a client that pays for itself",
      }),
    )
    .argument('<name>')
    .requiredOption('--credentials <file>', credentialsHelp())
    .option('--client <clientId>', say({ pt: 'O cliente de quem são', en: 'The client whose they are' }))
    .option(...jsonOption)
  onRecord(giving, {
    operation: 'operadorFontesCredenciais',
    work: async (act, name: string, asked: Printing & { credentials: string; client?: string }) => {
      const found = await named(act, name)
      await giveCredentials(act.store, found, asked)
      tell(asked, { sourceId: found.id }, { pt: 'Credenciais trocadas.', en: 'The credentials are set.' })
    },
  })
  const testing = source
    .command('test')
    .description(
      say({
        pt: 'Pergunta um documento e mostra seção por seção o que foi entendido; a fonte pode cobrar',
        en: 'Ask one document and show section by section what was understood; the source may charge',
      }),
    )
    .argument('<name>')
    .requiredOption(
      '--document <document>',
      say({ pt: 'CPF ou CNPJ; - lê da entrada', en: 'CPF or CNPJ; - reads it from input' }),
    )
    .option(...jsonOption)
  onRecord(testing, { operation: 'operadorFontesTesta', work: tryOut })
  for (const { name, operation, isEnabled, text, done } of switches) {
    const switching = source
      .command(name)
      .description(say(text))
      .argument('<name>')
      .option(...jsonOption)
    onRecord(switching, {
      operation,
      work: async (act, of: string, printing: Printing) => {
        const { id } = await named(act, of)
        await act.store.declaredSources.setEnabled(id, isEnabled)
        tell(printing, { sourceId: id, enabled: isEnabled }, done)
      },
    })
  }
  const removing = source
    .command('remove')
    .description(
      say({
        pt: 'Remove uma fonte com as suas credenciais; o que custou fica registrado',
        en: 'Remove a source with its credentials; what it cost stays on record',
      }),
    )
    .argument('<name>')
    .option(...jsonOption)
  onRecord(removing, {
    operation: 'operadorFontesRemove',
    work: async (act, name: string, printing: Printing) => {
      const { id } = await named(act, name)
      await act.store.declaredSources.remove(id)
      tell(printing, { sourceId: id, removed: true }, { pt: 'Fonte removida.', en: 'The source is removed.' })
    },
  })
}

const switches = [
  {
    name: 'enable',
    operation: 'operadorFontesAtiva',
    isEnabled: true,
    text: {
      pt: 'Ativa: os contratos que a nomeiam passam a usá-la em segundos',
      en: 'Enable: contracts that name it use it within seconds',
    },
    done: { pt: 'Fonte ativada.', en: 'The source is enabled.' },
  },
  {
    name: 'disable',
    operation: 'operadorFontesDesativa',
    isEnabled: false,
    text: { pt: 'Desativa: nenhum relatório a usa mais', en: 'Disable: no report uses it any more' },
    done: { pt: 'Fonte desativada.', en: 'The source is disabled.' },
  },
] as const

/** An argument would stay in the history of the shell, and be seen by every user of the machine. */
const credentialsHelp = (): string =>
  say({
    pt: `Arquivo JSON com as credenciais (${credentialsByKind()}; entre colchetes, se a fonte pedir); - lê da entrada`,
    en: `JSON file with the credentials (${credentialsByKind()}; in brackets, if the source asks for it); - reads it from input`,
  })

const credentialsByKind = (): string =>
  sourceKindNames
    .map((kind) => {
      const { credentials, optional } = sourceKinds[kind]
      return `${kind}: ${[...credentials, ...optional.map((name) => `[${name}]`)].join(', ')}`
    })
    .join('; ')

const addedText = ({ name }: DeclaredSource) => ({
  pt: `Fonte ${name} declarada, desativada. Teste: lastro source test ${name} --document …`,
  en: `Source ${name} declared, disabled. Test it: lastro source test ${name} --document …`,
})

/** The source of this name, which from here on is what the act is about. */
async function named(act: CommandAct, name: string): Promise<DeclaredSource> {
  const found = await act.store.declaredSources.findNamed(name)
  if (found === undefined) return unknownSource()
  act.target = found.id
  return found
}

const unknownSource = (): never =>
  refuse(
    {
      pt: 'Não há fonte declarada com este nome. Veja: lastro source list',
      en: 'There is no declared source of this name. See: lastro source list',
    },
    'source_unknown',
  )

/** What only a running service knows, breaker and queue, is on its own page. */
const viewsOf = ({ declaredSources: sources }: Store, declared: readonly DeclaredSource[]) =>
  sourceViews({ sources, stateOf: () => undefined, clock }, declared)

async function list(printing: Printing): Promise<void> {
  const views = await withStore(async (store) => viewsOf(store, await store.declaredSources.list()))
  if (printing.json) return print(JSON.stringify({ sources: views }))
  if (views.length === 0) return print(say({ pt: 'Nenhuma fonte declarada.', en: 'No source is declared.' }))
  const headings = [
    say({ pt: 'nome', en: 'name' }),
    say({ pt: 'tipo', en: 'kind' }),
    say({ pt: 'ativa', en: 'enabled' }),
    say({ pt: 'consultas no mês', en: 'queries this month' }),
    say({ pt: 'gasto (R$)', en: 'spent (R$)' }),
    say({ pt: 'endereço', en: 'address' }),
  ]
  const [yes, no] = [say({ pt: 'sim', en: 'yes' }), say({ pt: 'não', en: 'no' })]
  const rows = views.map((one) => [
    one.name,
    one.kind,
    one.enabled ? yes : no,
    String(one.month.calls),
    (one.month.spent / 100).toFixed(2),
    one.url,
  ])
  print(table(headings, rows))
}

async function show(name: string, printing: Printing): Promise<void> {
  const view = await withStore(async (store) => {
    const found = await store.declaredSources.findNamed(name)
    return found === undefined ? unknownSource() : (await viewsOf(store, [found]))[0]
  })
  tell(printing, view ?? {}, JSON.stringify(view, null, 2))
}

async function tryOut(act: CommandAct, name: string, asked: Printing & { document: string }): Promise<void> {
  const document = await documentAsked(asked.document)
  const { id } = await named(act, name)
  const test = { id, document, userId: commandLineUserId, requestId: randomUUID() }
  const result = await tryDeclaredSource(config, { store: act.store, clock }, test)
  if (result === undefined) return unknownSource()
  tell(asked, result, testText(result, config.language))
}
