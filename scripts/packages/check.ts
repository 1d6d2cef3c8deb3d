import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstMinutes, firstWords } from './first-minutes.ts'
import { installPackages } from './installed-packages.ts'
import { fetchNode, nodesHere, supportedVersions } from './nodes.ts'
import { packAll } from './pack.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const secondsLimit = 120

/**
 * `npm run packages:check` makes both packages and installs them into an empty directory, where they serve, make a
 * client, query and draw a PDF; says how long that took; and then asks with the client from every version of Node.
 */
async function checkPackages(): Promise<number> {
  const packages = await packAll()
  const scratch = mkdtempSync(join(tmpdir(), 'lastro-packages-'))
  const startedMs = performance.now()
  const installed = await installPackages(join(scratch, 'project'), packages, process.execPath)
  const served = await installed.serve()
  try {
    const isRight = (await firstMinutes(installed, served, process.execPath)) === firstWords
    const seconds = (performance.now() - startedMs) / 1000
    print(`install, serve, client, query, PDF: ${isRight ? 'done' : 'failed'} in ${seconds.toFixed(1)} s`)
    let isGood = isRight && seconds < secondsLimit
    for (const version of supportedVersions) {
      const node = nodesHere().find((one) => one.version === version) ?? fetchNode(version, scratch)
      const said = node && (await firstMinutes(installed, served, node.path).catch(String))
      const isFine = said === undefined || said === firstWords
      print(`Node ${version}: ${said === undefined ? 'not to be had here, skipped' : isFine ? 'used' : said}`)
      isGood &&= isFine
    }
    return isGood ? 0 : 1
  } finally {
    await served.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await checkPackages()
