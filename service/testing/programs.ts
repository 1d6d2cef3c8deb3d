import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const built = process.env.LASTRO_TEST_BUILD

/** The files a test gives to Node to start the product: of the build that the test run made, or else the sources. */
export const programs =
  built === undefined
    ? { service: join(root, 'service/src/main.ts'), cli: join(root, 'cli/src/main.ts') }
    : { service: join(built, 'service.js'), cli: join(built, 'cli.js') }
