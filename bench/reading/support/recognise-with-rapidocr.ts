/** A Python program that recognises the files it is given with the package `rapidocr` and prints one line of JSON for each. */
export const RECOGNISE_WITH_RAPIDOCR = `
import json, logging, resource, sys, time
from rapidocr import RapidOCR
logging.disable(logging.CRITICAL)
engine = RapidOCR(params={"EngineConfig.onnxruntime.intra_op_num_threads": 1, "EngineConfig.onnxruntime.inter_op_num_threads": 1})
for file in sys.argv[1:]:
    before = time.process_time()
    result = engine(file)
    spent = time.process_time() - before
    text = "\\n".join(result.txts or [])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"file": file, "text": text, "cpuSeconds": spent, "memoryMb": memory}))
`;
