import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from './clean-up.ts'

function run(program: string, words: readonly string[]): boolean {
  return spawnSync(program, words).status === 0
}

/** Whether a test can mount disks on this machine: as root, outside most containers. */
export const canMount: boolean = process.getuid?.() === 0 && mountsForTrial()

function mountsForTrial(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-disk-'))
  const isMounted = run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory])
  if (isMounted) unmount(directory)
  else rmSync(directory, { recursive: true })
  return isMounted
}

/** A disk of the given size, unmounted after the test file. */
export function smallDisk(megabytes: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-disk-'))
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]))
    throw new Error(`No disk could be mounted at ${directory}`)
  cleanUp(() => unmount(directory))
  return directory
}

function unmount(directory: string): void {
  run('umount', ['--lazy', directory])
  rmSync(directory, { recursive: true, force: true })
}

export function freeMegabytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return (bavail * bsize) / 2 ** 20
}

/** A copy of a directory in which nothing can be changed or created, for root too where root can mount. */
export function readOnlyCopy(directory: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'lastro-copy-'))
  cpSync(directory, copy, { recursive: true })
  if (canMount) {
    run('mount', ['--bind', copy, copy])
    run('mount', ['-o', 'remount,bind,ro', copy])
    cleanUp(() => unmount(copy))
  } else {
    chmodSync(copy, 0o500)
    cleanUp(() => {
      chmodSync(copy, 0o700)
      rmSync(copy, { recursive: true, force: true })
    })
  }
  return copy
}
