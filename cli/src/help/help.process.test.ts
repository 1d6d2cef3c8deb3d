import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Command, CommanderError } from 'commander'
import { describe, test } from 'vitest'

// The language of a run is that of its environment, read once.
process.env.LANG = 'pt_BR.UTF-8'
const { lastroProgram } = await import('../program.ts')
const { errorText } = await import('./error-text.ts')

const tree = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(tree)]

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`

/** What commander would say by itself, in help and in errors. */
const english =
  /\b(Usage|Options|Commands|Arguments):|\b(options|command|display|help for|default|choices|error|missing|required|unknown|[Aa]llowed|[Ee]xpected|[Dd]id you mean)\b/

describe('help', () => {
  const all = tree(lastroProgram())

  test('has no word of another language, of any command', () => {
    assert.ok(all.length > 40)
    for (const command of all) {
      const ours = command.helpInformation().replaceAll(/<[^>]*>|--?[\w-]+|"[^"]*"/g, '')
      assert.doesNotMatch(ours, english, pathOf(command))
    }
  })

  test('has the version of the whole project', () => {
    const project = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    assert.equal(lastroProgram().version(), project.version)
  })

  test('offers JSON of whatever a command has to say', () => {
    const leaves = all.filter(({ commands }) => commands.length === 0)
    const without = leaves.filter(({ options }) => !options.some(({ long }) => long === '--json'))
    // The service speaks for itself; the others write NDJSON, JSON-RPC, a JSON Schema and a script.
    assert.deepEqual(without.map(pathOf), [
      'lastro serve',
      'lastro bureau sample',
      'lastro policy schema',
      'lastro mcp',
      'lastro completion',
    ])
  })

  test('says of every command, argument and option what it is for', () => {
    const bare = all.flatMap((command) => [
      ...(command.description() === '' ? [pathOf(command)] : []),
      ...command.options
        .filter(({ description }) => description === '')
        .map(({ flags }) => `${pathOf(command)} ${flags}`),
    ])
    assert.deepEqual(bare, [])
  })
})

describe('a command that cannot be read is told so in the language of the run', () => {
  /** What it writes before it would end the process. */
  function refusal(args: readonly string[]): { readonly said: string; readonly code: string } {
    let said = ''
    const program = lastroProgram()
    for (const one of tree(program)) {
      one.exitOverride()
      one.configureOutput({
        ...one.configureOutput(),
        writeErr: (text) => (said += text),
        writeOut: () => undefined,
      })
    }
    try {
      program.parse(args, { from: 'user' })
    } catch (error) {
      return { said, code: (error as CommanderError).code }
    }
    return assert.fail(`${args.join(' ')} was read`)
  }

  const cases: readonly (readonly [command: string, code: string, said: RegExp])[] = [
    ['client revoke', 'missingArgument', /falta o argumento 'clientId'/],
    ['client create --env', 'optionMissingArgument', /falta o valor da opção '--env/],
    ['client create --env sandbox', 'missingMandatoryOptionValue', /a opção '--name <name>' é obrigatória/],
    ['client list --jsom', 'unknownOption', /não existe a opção '--jsom'\n\(Seria --json\?\)/],
    ['client lits', 'unknownCommand', /não existe o comando 'lits'\n\(Seria list\?\)/],
    ['client list one two', 'excessArguments', /argumentos demais: esperados 0, vieram 2/],
    ['client create --env moon --name x', 'invalidArgument', /'moon' não serve .* sandbox, production\./],
  ]
  for (const [command, code, said] of cases) {
    test(command, () => {
      const told = refusal(command.split(' '))
      assert.equal(told.code, `commander.${code}`)
      assert.match(told.said, said)
      assert.doesNotMatch(told.said.replaceAll(/<[^>]*>|--?[\w-]+|'[^']*'/g, ''), english)
    })
  }

  test('what it does not know it says as it came', () => {
    assert.equal(errorText('error: the moon is full', 'pt'), 'error: the moon is full')
    assert.equal(errorText("error: unknown option '--x'", 'en'), "error: unknown option '--x'")
  })
})
