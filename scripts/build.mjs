// npm run build: the programs and the pages, if sources changed.
import { build, install, requireNode, root } from './prepare.mjs';

requireNode();
process.chdir(root);
await install();
await build();
