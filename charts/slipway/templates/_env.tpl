{{/* dict "root" $ "name" "bookings", or the key of several services */}}
{{- define "slipway.mongodbUri" -}}
{{- $name := .name -}}
{{- with .root -}}
{{- if .Values.mongodb.dev.enabled -}}
value: mongodb://{{ include "slipway.fullname" . }}-mongodb:27017/?directConnection=true
{{- else -}}
valueFrom:
  secretKeyRef:
    name: {{ .Values.mongodb.existingSecret.name | default (include "slipway.fullname" .) }}
    key: {{ if .Values.mongodb.existingSecret.name }}{{ .Values.mongodb.existingSecret.perService | ternary $name .Values.mongodb.existingSecret.key }}{{ else }}mongodb-uri{{ end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* dict "root" $ "name" "bookings" (or operator) */}}
{{- define "slipway.natsUrl" -}}
{{- $name := .name -}}
{{- with .root -}}
{{- if .Values.nats.dev.enabled -}}
value: nats://{{ include "slipway.fullname" . }}-nats:4222
{{- else -}}
valueFrom:
  secretKeyRef:
    name: {{ .Values.nats.existingSecret.name | default (include "slipway.fullname" .) }}
    key: {{ if .Values.nats.existingSecret.name }}{{ .Values.nats.existingSecret.perService | ternary $name .Values.nats.existingSecret.key }}{{ else }}nats-url{{ end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "slipway.secretKey" -}}
valueFrom:
  secretKeyRef:
    name: {{ .root.Values.secrets.existingSecret.name | default (include "slipway.fullname" .root) }}
    key: {{ if .root.Values.secrets.existingSecret.name }}{{ .given }}{{ else }}{{ .own }}{{ end }}
{{- end -}}

{{/* The environment of a service, each name once: dict "root" $ "name" "bookings" "s" (what it is) */}}
{{- define "slipway.env" -}}
{{- $root := .root -}}
{{- $keys := $root.Values.secrets.existingSecret -}}
{{- $env := dict -}}
{{- $_ := set $env "SERVICES" (dict "value" (join "," .s.parts)) -}}
{{- $_ := set $env "NODE_NAME" (dict "valueFrom" (dict "fieldRef" (dict "fieldPath" "metadata.name"))) -}}
{{- $_ := set $env "DATABASE_PREFIX" (dict "value" $root.Values.databasePrefix) -}}
{{- $_ := set $env "HOST" (dict "value" "0.0.0.0") -}}
{{- $_ := set $env "HEALTH_PORT" (dict "value" "3001") -}}
{{- $_ := set $env "METRICS_HOST" (dict "value" "0.0.0.0") -}}
{{- $_ := set $env "METRICS_PORT" (dict "value" (toString $root.Values.monitoring.port)) -}}
{{- with $root.Values.monitoring.otlp }}
{{- if .endpoint }}
{{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" (dict "value" .endpoint) -}}
{{- $_ := set $env "OTEL_METRICS_EXPORTER" (dict "value" (ternary "otlp" "none" .metrics)) -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER" (dict "value" .sampler) -}}
{{- $_ := set $env "OTEL_TRACES_SAMPLER_ARG" (dict "value" (toString .ratio)) -}}
{{- with .existingSecret.name }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_HEADERS" (dict "valueFrom" (dict "secretKeyRef" (dict "name" . "key" $root.Values.monitoring.otlp.existingSecret.key))) }}{{ end -}}
{{- end }}
{{- end -}}
{{- with include "slipway.caVolume" $root }}{{ $_ := set $env "NODE_EXTRA_CA_CERTS" (dict "value" "/etc/slipway/ca/ca.crt") }}{{ end -}}
{{- $_ := set $env "NATS_URL" (include "slipway.natsUrl" (dict "root" $root "name" .s.key) | fromYaml) -}}
{{- if eq .name "gateway" -}}
{{- $_ := set $env "PORT" (dict "value" "3000") -}}
{{- with $root.Values.publicUrl }}{{ $_ := set $env "PUBLIC_URL" (dict "value" .) }}{{ end -}}
{{- with $root.Values.corsOrigins }}{{ $_ := set $env "CORS_ORIGINS" (dict "value" (join "," .)) }}{{ end -}}
{{- else -}}
{{- $_ := set $env "MONGODB_URI" (include "slipway.mongodbUri" (dict "root" $root "name" .s.key) | fromYaml) -}}
{{- end -}}
{{- if has "auth" .s.parts -}}
{{- if $root.Values.nats.existingSecret.perService -}}
{{- /* The command line, run in a pod of auth. No other service may have the operator's user. */ -}}
{{- $_ := set $env "OPERATOR_NATS_URL" (include "slipway.natsUrl" (dict "root" $root "name" "operator") | fromYaml) -}}
{{- end -}}
{{- $_ := set $env "AUTH_PEPPER" (include "slipway.secretKey" (dict "root" $root "given" $keys.authPepperKey "own" "auth-pepper") | fromYaml) -}}
{{- end -}}
{{- if and (has "auth" .s.parts) $keys.name -}}
{{- /* There only while one pepper follows another. */ -}}
{{- range $setting, $key := dict "AUTH_PEPPER_NEXT" "auth-pepper-next" "AUTH_PEPPER_OLD" "auth-pepper-old" -}}
{{- $_ := set $env $setting (dict "valueFrom" (dict "secretKeyRef" (dict "name" $keys.name "key" $key "optional" true))) -}}
{{- end -}}
{{- end -}}
{{- if or (has "webhooks" .s.parts) (has "sync" .s.parts) -}}
{{- $_ := set $env "SECRETS_KEYS" (include "slipway.secretKey" (dict "root" $root "given" $keys.secretsKeysKey "own" "secrets-keys") | fromYaml) -}}
{{- end -}}
{{- include "slipway.ownEnv" (dict "env" $env "own" .s.env) -}}
{{- include "slipway.envList" $env -}}
{{- end -}}

{{/* Puts the settings that the values give into an environment; null takes one away: dict "env" $env "own" $s.env */}}
{{- define "slipway.ownEnv" -}}
{{- $env := .env -}}
{{- range $name, $value := .own -}}
{{- if kindIs "invalid" $value -}}
{{- $_ := unset $env $name -}}
{{- else if kindIs "map" $value -}}
{{- $_ := set $env $name $value -}}
{{- else if kindIs "string" $value -}}
{{- $_ := set $env $name (dict "value" $value) -}}
{{- else -}}
{{- /* As JSON, because a number is a float here, and as text a million would be 1e+06. */ -}}
{{- $_ := set $env $name (dict "value" (toJson $value)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "slipway.envList" -}}
{{- $env := . -}}
{{- range $name := keys $env | sortAlpha }}
- name: {{ $name }}
  {{- toYaml (get $env $name) | nindent 2 }}
{{- end -}}
{{- end -}}
