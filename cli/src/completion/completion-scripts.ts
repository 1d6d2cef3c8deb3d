import type { CommandWords } from './command-words.ts'

/**
 * A script for each shell that completes commands, options and their choices. All of it is in the script: a shell that
 * had to start us for each word would be slower than typing it.
 */
export const completionScripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Record<string, (all: readonly CommandWords[]) => string>

export type Shell = keyof typeof completionScripts

function bashScript(all: readonly CommandWords[]): string {
  const words = ({ commands, options }: CommandWords) =>
    [...commands, ...options].map(({ word }) => word).join(' ')
  return `# lastro completion bash > ~/.local/share/bash-completion/completions/lastro
_lastro() {
  local word at="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathPattern(all, '|')}) at="$at $word" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${choicesOf(all)
  .map(({ path, word, choices }) => `    ${quoted(`${path} ${word}`)}) words="${choices.join(' ')}" ;;`)
  .join('\n')}
    *) case "$at" in
${all.map((one) => `      ${quoted(one.path)}) words="${words(one)}" ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _lastro lastro
`
}

function zshScript(all: readonly CommandWords[]): string {
  const described = (list: CommandWords['commands']) =>
    list.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', '\\:')}`)).join(' ')
  return `#compdef lastro
# lastro completion zsh > ~/.zfunc/_lastro, with fpath+=~/.zfunc before compinit
_lastro() {
  local word at=""
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathPattern(all, '|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choicesOf(all)
  .map(
    ({ path, word, choices }) =>
      `    ${quoted(`${path} ${word}`)}) compadd -- ${choices.join(' ')}; return ;;`,
  )
  .join('\n')}
  esac
  case "$at" in
${all
  .map(
    (one) =>
      `    ${quoted(one.path)}) commands=(${described(one.commands)}) options=(${described(one.options)}) ;;`,
  )
  .join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif (( \${#commands} )); then
    _describe command commands
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _lastro ]]; then _lastro; else compdef _lastro lastro; fi
`
}

function fishScript(all: readonly CommandWords[]): string {
  const lines = all.flatMap(({ path, commands, options }) => [
    ...commands.map(
      ({ word, description }) =>
        `complete -c lastro -f -n ${quoted(`__lastro_at ${quoted(path)}`, 'fish')} -a ${word} -d ${quoted(description, 'fish')}`,
    ),
    ...options.map(({ word, description, choices, takesValue }) => {
      const values =
        choices.length > 0 ? ` -xa ${quoted(choices.join(' '), 'fish')}` : takesValue ? ' -r' : ''
      return `complete -c lastro -n ${quoted(`__lastro_at ${quoted(path)}`, 'fish')} -l ${word.slice(2)}${values} -d ${quoted(description, 'fish')}`
    }),
  ])
  return `# lastro completion fish > ~/.config/fish/completions/lastro.fish
function __lastro_at
  set -l at ''
  set -l tokens (commandline -opc)
  for word in $tokens[2..-1]
    switch "$at $word"
      case ${pathPattern(all, ' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

const pathPattern = (all: readonly CommandWords[], between: string): string =>
  all
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(between)

const choicesOf = (all: readonly CommandWords[]) =>
  all.flatMap(({ path, options }) =>
    options.filter(({ choices }) => choices.length > 0).map(({ word, choices }) => ({ path, word, choices })),
  )

/** In single quotes, as the shell reads them. */
const quoted = (text: string, shell: 'posix' | 'fish' = 'posix'): string =>
  shell === 'posix'
    ? `'${text.replaceAll("'", `'\\''`)}'`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
