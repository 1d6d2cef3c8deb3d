import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A hundred megabytes over a slow line, and another that is installed before it. */
const installTimeoutMs = 30 * 60_000

/**
 * Installs what a test needs of the system: as root, or with a sudo that asks for nothing. Test files run side by side
 * and apt refuses whoever comes second, so they take turns.
 */
export function installDebianPackage(name: string): void {
  const install = `apt-get install --yes --no-install-recommends ${name}`
  const command = [
    'flock',
    join(tmpdir(), 'lastro-apt.lock'),
    'sh',
    '-c',
    `${install} || { apt-get update && ${install}; }`,
  ]
  const [program = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(program, args, { stdio: 'ignore', timeout: installTimeoutMs, env })
}
