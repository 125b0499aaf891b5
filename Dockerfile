# The commands for machines without Node: `docker build -t understudy .`
#
# Only the first stage runs commands, on the machine that builds. So an image for another
# architecture needs no emulation:
#   docker buildx build --platform linux/amd64,linux/arm64 -t understudy .
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --include=dev --no-audit --no-fund \
 && npm pack --ignore-scripts --silent --pack-destination /tmp
# The package and its dependencies are JavaScript only.
RUN npm install --global --prefix /installed --no-audit --no-fund /tmp/agent-understudy-*.tgz \
 && mkdir /work

# Only the installed package.
FROM node:24-slim
COPY --from=build /installed /usr/local
# Reports, baselines and the ledger are read and written here: mount a folder.
COPY --from=build --chown=node:node /work /work
WORKDIR /work
USER node
EXPOSE 4010
# For `serve` on its default port. With `--port`, give the same port in HEALTH_PORT; other commands need no
# health check: `docker run --no-healthcheck`.
ENV HEALTH_PORT=4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/__control/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["understudy"]
CMD ["--help"]
