import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { FEATURES } from '../feature-names.ts';
import { setScene } from '../scene.ts';
import { FeatureWriter } from './feature-writer.ts';
