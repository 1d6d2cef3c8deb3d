import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { newDirectory } from '../../../service/testing/engines.ts'
import { lastroProgram } from '../program.ts'
import { commandWords } from './command-words.ts'
import { completionScripts, type Shell } from './completion-scripts.ts'

const directory = newDirectory()

/** Where the script of a shell was written. */
function script(shell: Shell): string {
  const path = join(directory, shell)
  writeFileSync(path, completionScripts[shell](commandWords(lastroProgram())))
  return path
}

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

const cases: readonly (readonly [typed: string, offered: RegExp])[] = [
  ['lastro cl', /^client\b/m],
  ['lastro client ', /^create\b[\s\S]*^list\b[\s\S]*^revoke\b/m],
  ['lastro client create --env ', /^(sandbox|production)\b[\s\S]*^(sandbox|production)\b/m],
  ['lastro client create --env sandbox --n', /^--name\b/m],
  ['lastro --json client l', /^list\b/m],
  ['lastro listings release --code 0', /^01\b/m],
]

describe('the words of a command are completed', () => {
  test('in bash', ({ skip }) => {
    skip(!has('bash'), 'bash is not installed')
    const program = `. "$1"; IFS=' ' read -ra COMP_WORDS <<< "$2"
      [[ $2 == *' ' ]] && COMP_WORDS+=("")
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _lastro; printf '%s\\n' "\${COMPREPLY[@]}"`
    for (const [typed, offered] of cases) {
      const { stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', script('bash'), typed], {
        encoding: 'utf8',
      })
      assert.match(stdout, offered, `${typed} ${stderr}`)
    }
  })

  test('in fish', ({ skip }) => {
    skip(!has('fish'), 'fish is not installed')
    for (const [typed, offered] of cases) {
      const { stdout, stderr } = spawnSync(
        'fish',
        ['-c', `source ${script('fish')}; complete -C '${typed}'`],
        { encoding: 'utf8', env: { ...process.env, HOME: directory } },
      )
      assert.match(stdout, offered, `${typed} ${stderr}`)
    }
  })

  test('in zsh, as far as it reads the script', ({ skip }) => {
    skip(!has('zsh'), 'zsh is not installed')
    const { status, stderr } = spawnSync('zsh', ['-n', script('zsh')], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })

  test('a description with a quote does not end the word it stands in', () => {
    const words = [
      { path: '', commands: [{ word: 'x', description: "the bureau's: data" }], options: [] },
    ] as const
    assert.match(completionScripts.zsh(words), /'x:the bureau'\\''s\\: data'/)
    assert.match(completionScripts.fish(words), /-d 'the bureau\\'s: data'/)
  })
})
